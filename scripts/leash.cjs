// Preloaded into what start.js runs: where the process that started it is gone (killed, so that it could pass nothing
// on), nobody is left to stop this one. It then stops by itself, as it would at SIGTERM.
const parent = Number(process.env.FIRSTBELL_PARENT);
delete process.env.FIRSTBELL_PARENT;

if (parent) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}
