/** The version label, read from package.json at build time. */
export const version: string = import.meta.env.FIRSTBELL_VERSION;

/** The year of the build, which a prerendered page shows until its script runs. */
export const buildYear = Number(import.meta.env.FIRSTBELL_BUILD_YEAR);
