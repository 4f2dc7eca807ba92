// This file is preloaded into each program that start.js runs. If the parent process is gone (killed, so it couldn't
// forward a signal), nothing would stop this one. It therefore stops itself, as on SIGTERM.
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
