/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly FIRSTBELL_VERSION: string;
  readonly FIRSTBELL_BUILD_YEAR: string;
}
