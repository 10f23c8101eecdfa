import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** The addresses of a process. */
export interface Backend {
  readonly address: string;
  /** the address of `/readyz` */
  readonly management: string;
}

/** Distributes TCP connections to processes in turn, like a service of a cluster. */
export interface Balancer {
  readonly url: string;
  /** Starts to probe this process, and routes connections to it while it is ready. */
  add(backend: Backend): void;
  /** Stops routing to this process, and waits for the end of its last connection. */
  retire(backend: Backend): Promise<void>;
  /** Waits until the balancer stops routing to this process because it is not ready, and its last connection has ended. */
  waitUntilDrained(backend: Backend): Promise<void>;
  /** Waits until this process gets connections. */
  waitUntilRouted(backend: Backend): Promise<void>;
  /** the number of connections that could not be forwarded */
  readonly refused: number;
  stop(): Promise<void>;
}

/** The delay until a readiness change takes effect, as in a cluster where the change must reach every machine. */
const readinessDelayMs = 2_000;
const intervalMs = 100;

/** Returns whether a process is ready; false if it does not respond. */
const isReady = (management: string): Promise<boolean> =>
  fetch(`${management}/readyz`, { headers: { connection: 'close' } }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );

/**
 * Polls the readiness of one process, and calls `setReady` with each change after the delay. Returns a function that
 * stops the polls.
 */
function pollReadiness({ management }: Backend, setReady: (ready: boolean) => void): () => void {
  let wasReady = false;
  let nextPoll: NodeJS.Timeout | null = null;
  const timers = new Set<NodeJS.Timeout>();
  const poll = async (): Promise<void> => {
    const ready = await isReady(management);
    if (ready !== wasReady) {
      wasReady = ready;
      const timer = setTimeout(() => {
        timers.delete(timer);
        setReady(ready);
      }, readinessDelayMs);
      timers.add(timer);
    }
    if (nextPoll !== null) nextPoll = setTimeout(poll, intervalMs);
  };
  nextPoll = setTimeout(poll, 0);
  return () => {
    if (nextPoll !== null) clearTimeout(nextPoll);
    nextPoll = null;
    for (const timer of timers) clearTimeout(timer);
  };
}

/**
 * Connects a client with a backend; each end closes the other. Calls `refuse` if the backend is not reachable. Returns
 * the backend socket.
 */
function pipe(client: Socket, { address }: Backend, refuse: () => void): Socket {
  const { hostname, port } = new URL(address);
  const server = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let isConnected = false;
  server.once('connect', () => {
    isConnected = true;
  });
  client.on('error', () => server.destroy());
  server.on('error', () => {
    if (!isConnected) refuse();
    client.destroy();
  });
  client.on('close', () => server.destroy());
  server.on('close', () => client.destroy());
  client.pipe(server).pipe(client);
  return server;
}

/** Tracks the open connections of each backend. */
function trackConnections() {
  const all = new Map<Backend, Set<Socket>>();
  return {
    add: (backend: Backend, socket: Socket): void => {
      const to = all.get(backend) ?? new Set();
      all.set(backend, to.add(socket));
      socket.once('close', () => to.delete(socket));
    },
    ended: async (backend: Backend): Promise<void> => {
      await Promise.all([...(all.get(backend) ?? [])].map((socket) => once(socket, 'close')));
    },
  };
}

/** Starts a balancer on a free port of this machine. */
export async function startBalancer(): Promise<Balancer> {
  const ready: Backend[] = [];
  const pollers = new Map<Backend, () => void>();
  const connections = trackConnections();
  const sockets = new Set<Socket>();
  let nextBackend = 0;
  let refused = 0;
  const refuse = (): void => {
    refused += 1;
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    sockets.add(client);
    client.once('close', () => sockets.delete(client));
    const backend = ready[nextBackend++ % ready.length];
    if (backend !== undefined) return connections.add(backend, pipe(client, backend, refuse));
    refuse();
    client.on('error', () => {}).destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const boundAddress = server.address();
  const setReady = (backend: Backend, isReady: boolean): void => {
    if (isReady) ready.push(backend);
    else if (ready.includes(backend)) ready.splice(ready.indexOf(backend), 1);
    server.emit('routesChanged');
  };
  return {
    url: `http://127.0.0.1:${typeof boundAddress === 'object' ? boundAddress?.port : 0}`,
    add: (backend) => {
      pollers.set(
        backend,
        pollReadiness(backend, (isReady) => setReady(backend, isReady)),
      );
    },
    retire: async (backend) => {
      pollers.get(backend)?.();
      setReady(backend, false);
      await connections.ended(backend);
    },
    waitUntilDrained: async (backend) => {
      while (ready.includes(backend)) await once(server, 'routesChanged');
      await connections.ended(backend);
    },
    waitUntilRouted: async (backend) => {
      while (!ready.includes(backend)) await once(server, 'routesChanged');
    },
    get refused() {
      return refused;
    },
    stop: async () => {
      for (const end of pollers.values()) end();
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
