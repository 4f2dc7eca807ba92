// A mail server in a separate process, for bench/notices.ts. It accepts every mail after a delay in ms, and reports its
// address, and its count on request.
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
