import pg from 'pg';
import { parseUrls } from './addresses.ts';

/** The PostgreSQL servers of one address, of which one takes writes at a time. */
export interface Servers {
  /** How many there are. */
  readonly count: number;
  /** The address of the next server to try. */
  url(): string;
  /** It was unavailable, or read-only: the next one is tried from now on. */
  markFailed(url: string): void;
  /** The primary has changed: earlier connections are useless. */
  primaryChanged(): void;
  /** A connection was begun. */
  trackConnection(client: pg.Client, url: string): void;
  /** Whether it is to the server at this address, which has these processes. */
  isConnectedTo(client: pg.ClientBase, url: string, processes: ReadonlySet<number>): boolean;
  /** Ends it at once, whatever it is in the middle of. */
  destroyConnection(client: pg.ClientBase): void;
  /** Whether it was begun after the last move. */
  isCurrent(client: pg.ClientBase): boolean;
}

/** What is known of a connection. */
interface ConnectionInfo {
  readonly connection: pg.Connection;
  readonly url: string;
  readonly epoch: number;
  /** Of the server, once it is received. */
  process: number | null;
}

/** The servers of an address: one URL, or one with several hosts, as PostgreSQL's own clients take it. */
export function createServers(address: string): Servers {
  const parsedUrls = parseUrls(address) ?? [];
  // one host is left to the driver as it was written
  const urls = parsedUrls.length < 2 ? [address] : parsedUrls.map(({ href }) => href);
  const connections = new WeakMap<pg.ClientBase, ConnectionInfo>();
  let asked = 0;
  let epoch = 0;
  const url = (): string => urls[asked] ?? address;
  return {
    count: urls.length,
    url,
    markFailed: (from) => {
      if (from === url()) asked = (asked + 1) % urls.length;
    },
    primaryChanged: () => {
      epoch += 1;
    },
    trackConnection: (client, from) => {
      const { connection } = client;
      const info: ConnectionInfo = { connection, url: from, epoch, process: null };
      connections.set(client, info);
      connection.once('backendKeyData', ({ processID }: { readonly processID: number }) => {
        info.process = processID;
      });
    },
    isConnectedTo: (client, serverUrl, processes) => {
      const info = connections.get(client);
      return info?.url === serverUrl && info.process !== null && processes.has(info.process);
    },
    destroyConnection: (client) => {
      connections.get(client)?.connection.stream.destroy(new Error('Connection terminated: its server is gone'));
    },
    isCurrent: (client) => connections.get(client)?.epoch === epoch,
  };
}

export interface ConnectOptions {
  /** Whether a pooler answers: session settings are lost there, and a connection does not identify its server. */
  readonly pooled?: boolean;
  /** whether it is enough that the server reads, as a replica does */
  readonly readOnly?: boolean;
  /** parameters of a new connection that every pooler keeps for its client, such as `timezone` */
  readonly startup?: Readonly<Record<string, string>>;
}

/** Where there are several, one that is gone without a word is no longer waited for after this long. */
const attemptTimeoutMs = 5_000;

/** The error of a server for a write while it is read-only; here it is detected before a write. */
class ReadOnlyServer extends Error {
  override readonly name = 'OnlyReads';
  readonly code = '25006';
}

/** A status that a server reports at the begin of a connection. */
interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

const readOnlyParameters: ReadonlySet<string> = new Set(['in_hot_standby', 'default_transaction_read_only']);

/**
 * The driver's client for its pools: each connects to the next server, and rejects a read-only one (a standby, or a
 * primary in read-only mode), like `target_session_attrs=read-write` in PostgreSQL's own clients.
 */
export function serverClient(
  servers: Servers,
  { pooled = false, readOnly = false, startup = {} }: ConnectOptions = {},
) {
  return class extends pg.Client {
    readonly #begin: Readonly<Record<string, string | undefined>>;

    constructor(config: pg.ClientConfig = {}) {
      const url = servers.url();
      const { connectionTimeoutMillis: timeoutMs = 10_000 } = config;
      const connectionTimeoutMillis = servers.count > 1 ? Math.min(timeoutMs, attemptTimeoutMs) : timeoutMs;
      super({ ...config, connectionString: url, connectionTimeoutMillis });
      this.#begin = { user: this.user, database: this.database, ...startupParameters(url, config), ...startup };
      servers.trackConnection(this, url);
      watchStart(this, () => servers.markFailed(url), !pooled && !readOnly);
    }

    /** The driver reads its start-up parameters from here, and has no other way to add to them. */
    getStartupConf(): Readonly<Record<string, string | undefined>> {
      return this.#begin;
    }
  };
}

/** The options in the operator's address are combined with ours, which follow. */
function startupParameters(url: string, { application_name = '', options = '' }: pg.ClientConfig) {
  const asked = new URL(url).searchParams;
  const all = [options, asked.get('options') ?? ''].filter((option) => option !== '').join(' ');
  const name = asked.get('application_name') ?? application_name;
  return { ...(name !== '' && { application_name: name }), ...(all !== '' && { options: all }) };
}

/** Reports a connection that fails, and ends one to a read-only server during its start. */
function watchStart({ connection }: pg.Client, onFailure: () => void, mustWrite: boolean): void {
  const checkStatus = ({ parameterName, parameterValue }: ParameterStatus): void => {
    if (!mustWrite || !readOnlyParameters.has(parameterName) || parameterValue !== 'on') return;
    // The ready message has already arrived: handled, it would complete this connection, which is dead.
    connection.removeAllListeners('readyForQuery');
    connection.stream.destroy(new ReadOnlyServer('the PostgreSQL server only reads: it is a standby'));
  };
  const endEvents = ['error', 'errorMessage', 'end'];
  connection.on('parameterStatus', checkStatus);
  for (const event of endEvents) connection.on(event, onFailure);
  connection.once('readyForQuery', () => {
    connection.off('parameterStatus', checkStatus);
    for (const event of endEvents) connection.off(event, onFailure);
  });
}

/** Connects to the first server that takes writes, each tried once; throws the error of the last one. */
export async function connectToPrimary(
  servers: Servers,
  config: pg.ClientConfig,
): Promise<{ client: pg.Client; url: string }> {
  const Client = serverClient(servers);
  for (let attempt = 1; ; attempt++) {
    const url = servers.url();
    const client = new Client(config);
    // A closed connection emits an event besides failing its statement. Without a listener, the event would end the
    // process.
    client.on('error', () => {});
    try {
      await client.connect();
      return { client, url };
    } catch (error) {
      if (attempt >= servers.count) throw error;
    }
  }
}
