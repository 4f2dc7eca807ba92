/** The version label, read from package.json when the pages are built. */
export const version: string = import.meta.env.FIRSTBELL_VERSION;

/** The year when the pages were built: what a prerendered page says until its script runs. */
export const buildYear = Number(import.meta.env.FIRSTBELL_BUILD_YEAR);
