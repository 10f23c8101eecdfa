// Loaded with `--import`. Sends two numbers in milliseconds to each connection of the socket LOOP_DELAY_SOCKET: the
// longest delay of the event loop since the last connection, and the longest processor time of this thread within one
// turn of the loop. Other processes of a busy machine increase only the first number.
import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const processorMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e3;
};

if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  let [before, longest] = [processorMs(), 0];
  const turns = setInterval(() => {
    const now = processorMs();
    longest = Math.max(longest, now - before);
    before = now;
  }, 5);
  turns.unref();
  const server = createServer((socket) => {
    socket.end(`${delays.max / 1e6} ${longest}`);
    delays.reset();
    longest = 0;
  });
  server.listen(process.env.LOOP_DELAY_SOCKET);
  server.unref();
}
