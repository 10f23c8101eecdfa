// Loaded by `--import`: answers each connection to the socket LOOP_DELAY_SOCKET with the longest delay of the event loop
// since the last one, in milliseconds.
import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const server = createServer((socket) => {
    socket.end(String(delays.max / 1e6));
    delays.reset();
  });
  server.listen(process.env.LOOP_DELAY_SOCKET);
  server.unref();
}
