import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** The address of a process, and that of its probes. */
export interface Backend {
  readonly address: string;
  /** with `/readyz` */
  readonly management: string;
}

/** Distributes connections to processes in turn, like a service of a cluster: at the level of connections. */
export interface Balancer {
  readonly url: string;
  /** Looks at this process from now on. */
  add(backend: Backend): void;
  /** Leads nothing more to this process, and waits until the last connection to it has ended. */
  retire(backend: Backend): Promise<void>;
  /** Waits until nothing is led to this process any more because it is not ready, and the last connection to it has ended. */
  waitUntilDrained(backend: Backend): Promise<void>;
  /** Waits until connections are led to this process. */
  waitUntilRouted(backend: Backend): Promise<void>;
  /** How often a connection could not be led on. */
  readonly refused: number;
  stop(): Promise<void>;
}

/** The delay of a readiness change: it has to reach every machine of a cluster. */
const readinessDelayMs = 2_000;
const intervalMs = 100;

/** Whether a process is ready; a stopped one is not. */
const isReady = (management: string): Promise<boolean> =>
  fetch(`${management}/readyz`, { headers: { connection: 'close' } }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );

/** Polls one process; `lead` receives each change, with the delay. */
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

/** Both ends go together, whichever goes first; `refuse` is called where the other end was not there. Answers that end. */
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

/** Connections by the process that they are led to. */
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
    server.emit('led');
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
      while (ready.includes(backend)) await once(server, 'led');
      await connections.ended(backend);
    },
    waitUntilRouted: async (backend) => {
      while (!ready.includes(backend)) await once(server, 'led');
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
