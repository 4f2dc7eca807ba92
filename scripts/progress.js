const frames = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';

/**
 * Runs `work` and reports its name and duration: on a terminal in a live line, elsewhere with a line at the start,
 * every ten seconds and at the end. Returns or throws the result of `work`.
 */
export async function step(title, work) {
  const out = process.stderr;
  const began = Date.now();
  const elapsed = () => `${((Date.now() - began) / 1000).toFixed(1)} s`;
  let frame = 0;
  if (!out.isTTY) out.write(`  ${title} …\n`);
  const timer = out.isTTY
    ? setInterval(() => out.write(`\r\x1b[K${frames[frame++ % frames.length]} ${title} … ${elapsed()}`), 100)
    : setInterval(() => out.write(`  ${title} … ${elapsed()}\n`), 10_000);
  const close = (mark) => {
    clearInterval(timer);
    out.write(`${out.isTTY ? '\r\x1b[K' : ''}${mark} ${title} (${elapsed()})\n`);
  };
  try {
    const result = await work();
    close('✓');
    return result;
  } catch (error) {
    close('✗');
    throw error;
  }
}
