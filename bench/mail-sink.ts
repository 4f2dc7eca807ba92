// A mail server in a process of its own, for bench/notices.ts: it takes every mail after so many milliseconds, and
// says its address, then how many it has whenever it is asked.
import { setTimeout as delay } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

const latency = Number(process.argv[2] ?? 0);
let taken = 0;
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onData: (stream, _session, callback) => {
    stream.resume();
    stream.once('end', () => {
      const take = async () => {
        if (latency > 0) await delay(latency);
        taken += 1;
        callback();
      };
      void take();
    });
  },
});
server.on('error', () => {});
server.listen(0, '127.0.0.1', () => {
  const address = server.server.address();
  process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 });
});
process.on('message', () => process.send?.({ taken }));
process.on('disconnect', () => process.exit(0));
