import pg from 'pg';
import { urlsOf } from './addresses.ts';

/** The PostgreSQL servers of one address, of which one takes writes at a time. */
export interface Servers {
  /** How many there are. */
  readonly count: number;
  /** The address of the one that is asked next. */
  url(): string;
  /** It could not be connected to, or only reads: the next one is asked from now on. */
  failed(url: string): void;
  /** Whoever takes writes now is another one: connections from before are of no use any more. */
  moved(): void;
  /** A connection was begun. */
  opened(client: pg.Client, url: string): void;
  /** Whether it is to the server at this address, which has these processes. */
  isAt(client: pg.ClientBase, url: string, processes: ReadonlySet<number>): boolean;
  /** Ends it at once, whatever it is in the middle of. */
  cut(client: pg.ClientBase): void;
  /** Whether it was begun after the last move. */
  isCurrent(client: pg.ClientBase): boolean;
}

/** What is known of a connection. */
interface Opened {
  readonly connection: pg.Connection;
  readonly url: string;
  readonly era: number;
  /** of the server, once it has said so */
  process: number | null;
}

/** The servers of an address: one URL, or one with several hosts, as PostgreSQL's own clients take it. */
export function serversOf(address: string): Servers {
  const several = urlsOf(address) ?? [];
  // one host is left to the driver as it was written
  const urls = several.length < 2 ? [address] : several.map(({ href }) => href);
  const opened = new WeakMap<pg.ClientBase, Opened>();
  let asked = 0;
  let era = 0;
  const url = (): string => urls[asked] ?? address;
  return {
    count: urls.length,
    url,
    failed: (from) => {
      if (from === url()) asked = (asked + 1) % urls.length;
    },
    moved: () => {
      era += 1;
    },
    opened: (client, from) => {
      const { connection } = client;
      const known: Opened = { connection, url: from, era, process: null };
      opened.set(client, known);
      connection.once('backendKeyData', ({ processID }: { readonly processID: number }) => {
        known.process = processID;
      });
    },
    isAt: (client, at, processes) => {
      const known = opened.get(client);
      return known?.url === at && known.process !== null && processes.has(known.process);
    },
    cut: (client) => {
      opened.get(client)?.connection.stream.destroy(new Error('Connection terminated: its server is gone'));
    },
    isCurrent: (client) => opened.get(client)?.era === era,
  };
}

export interface Reaching {
  /** whether a pooler answers: what belongs to a connection is lost there, and a connection tells nothing of its server */
  readonly pooled?: boolean;
  /** whether it is enough that the server reads, as a replica does */
  readonly onlyReads?: boolean;
  /** parameters of a new connection that every pooler keeps for its client, such as `timezone` */
  readonly startup?: Readonly<Record<string, string>>;
}

/** Where there are several, one that is gone without a word is no longer waited for after this long. */
const attemptMs = 5_000;

/** What a server answers to a write that only reads; here it has said so before it was asked. */
class OnlyReads extends Error {
  override readonly name = 'OnlyReads';
  readonly code = '25006';
}

/** What a server says of itself while a connection begins. */
interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

const saysItReads: ReadonlySet<string> = new Set(['in_hot_standby', 'default_transaction_read_only']);

/**
 * The driver's client, as its pools make them: each asks the server whose turn it is, and refuses one that only reads (a
 * standby, or a primary that was made to), as `target_session_attrs=read-write` does in PostgreSQL's own clients.
 */
export function serverClient(servers: Servers, { pooled = false, onlyReads = false, startup = {} }: Reaching = {}) {
  return class extends pg.Client {
    readonly #begin: Readonly<Record<string, string | undefined>>;

    constructor(config: pg.ClientConfig = {}) {
      const url = servers.url();
      const { connectionTimeoutMillis: given = 10_000 } = config;
      const connectionTimeoutMillis = servers.count > 1 ? Math.min(given, attemptMs) : given;
      super({ ...config, connectionString: url, connectionTimeoutMillis });
      this.#begin = { user: this.user, database: this.database, ...beginning(url, config), ...startup };
      servers.opened(this, url);
      watch(this, () => servers.failed(url), !pooled && !onlyReads);
    }

    /** The driver asks itself for what a connection begins with, and has no other way to add to it. */
    getStartupConf(): Readonly<Record<string, string | undefined>> {
      return this.#begin;
    }
  };
}

/** What the operator's address says of a connection goes beside what we say, and before it. */
function beginning(url: string, { application_name = '', options = '' }: pg.ClientConfig) {
  const asked = new URL(url).searchParams;
  const all = [options, asked.get('options') ?? ''].filter((one) => one !== '').join(' ');
  const name = asked.get('application_name') ?? application_name;
  return { ...(name !== '' && { application_name: name }), ...(all !== '' && { options: all }) };
}

/** Tells of a connection that does not come about, and ends one to a server that only reads, while it begins. */
function watch({ connection }: pg.Client, failed: () => void, mustWrite: boolean): void {
  const look = ({ parameterName, parameterValue }: ParameterStatus): void => {
    if (!mustWrite || !saysItReads.has(parameterName) || parameterValue !== 'on') return;
    // What says that it is ready has come along already: heard, it would make a connection of this one, which is dead.
    connection.removeAllListeners('readyForQuery');
    connection.stream.destroy(new OnlyReads('the PostgreSQL server only reads: it is a standby'));
  };
  const ends = ['error', 'errorMessage', 'end'];
  connection.on('parameterStatus', look);
  for (const event of ends) connection.on(event, failed);
  connection.once('readyForQuery', () => {
    connection.off('parameterStatus', look);
    for (const event of ends) connection.off(event, failed);
  });
}

/** Connects to the first server that takes writes, each tried once; throws the error of the last one. */
export async function connectToOne(
  servers: Servers,
  config: pg.ClientConfig,
): Promise<{ client: pg.Client; url: string }> {
  const Client = serverClient(servers);
  for (let tried = 1; ; tried++) {
    const url = servers.url();
    const client = new Client(config);
    // A connection that is cut says so by an event besides failing its statement; with no listener, it ends the process.
    client.on('error', () => {});
    try {
      await client.connect();
      return { client, url };
    } catch (error) {
      if (tried >= servers.count) throw error;
    }
  }
}
