import { execFile, spawn } from 'node:child_process';
import { type EventEmitter, once } from 'node:events';
import { access, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { promisify } from 'node:util';
import { selfSigned } from '../../../libs/outbound-http/src/testing/certificate.ts';
import { freePort } from './free-port.ts';
import { reapWithParent } from './process-reaper.ts';

/** A real LDAP server for one test file. */
export interface Slapd {
  /** without TLS; supports StartTLS */
  readonly url: string;
  /** with TLS from the start */
  readonly secureUrl: string;
  /** a file with the certificate of the server */
  readonly caFile: string;
  /**
   * Returns the requests on connections since the last call, such as `SRCH attr=cn`. Waits until these connections
   * have ended.
   */
  readRequests(): Promise<readonly string[]>;
  /** Replaces all entries. */
  load(ldif: string): Promise<void>;
  /** Kills the server like a crash. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Freezes the server; its connections stay open. */
  hang(): Promise<void>;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const schemas = ['core', 'cosine', 'inetorgperson', 'nis'];
export const suffix = 'dc=acme,dc=example';

/** The paths of the programs, which are not on the PATH of users in Debian. */
const program = '/usr/sbin/slapd';
const loader = '/usr/sbin/slapadd';

/**
 * Only the search account can read entries. A login with a name and an empty password is anonymous, as on old servers:
 * clients must prevent it.
 */
const configuration = (folder: string): string => `
${schemas.map((schema) => `include /etc/ldap/schema/${schema}.schema`).join('\n')}
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
allow bind_anon_cred bind_anon_dn
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
TLSVerifyClient never
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="cn=slipway,${suffix}" read by anonymous auth by * none
database mdb
suffix "${suffix}"
maxsize 10485760
directory ${folder}/data
overlay memberof
memberof-group-oc groupOfNames
`;

/** Starts an empty directory on free ports. It ends with this process at the latest. */
export async function freshSlapd(): Promise<Slapd> {
  await access(program).catch(() => {
    throw new Error(`there is no ${program}: install Debian's slapd to run this test`);
  });
  const folder = await mkdtemp(join(tmpdir(), 'slipway-slapd-'));
  const reaper = reapWithParent({ folder });
  const { cert, key } = selfSigned();
  await writeFile(join(folder, 'cert.pem'), cert);
  await writeFile(join(folder, 'key.pem'), key);
  await writeFile(join(folder, 'slapd.conf'), configuration(folder));
  const urls = [`ldap://127.0.0.1:${await freePort()}`, `ldaps://127.0.0.1:${await freePort()}`] as const;
  let server: Awaited<ReturnType<typeof startSlapdIn>> | undefined;
  const restart = async () => {
    await server?.end();
    server = await startSlapdIn(folder, urls);
  };
  return {
    url: urls[0],
    secureUrl: urls[1],
    caFile: join(folder, 'cert.pem'),
    readRequests: async () => (await server?.heard()) ?? [],
    load: async (ldif) => {
      await server?.end();
      await run('rm', ['-rf', join(folder, 'data')]);
      await mkdir(join(folder, 'data'));
      await writeFile(join(folder, 'entries.ldif'), ldif);
      await run(loader, ['-f', join(folder, 'slapd.conf'), '-l', join(folder, 'entries.ldif')]);
      await restart();
    },
    kill: async () => await server?.end(),
    restart,
    hang: async () => await server?.hang(),
    stop: async () => {
      await server?.end();
      await reaper.end();
    },
  };
}

/** Whether a server listens at a port; waits a moment before a negative result. */
async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => later(10, false),
  );
  socket.destroy();
  return isOpen;
}

/** Reads the log up to a connection of our own, and waits until all earlier connections have ended. */
function createRequestReader(output: () => string, child: EventEmitter, [url = '']: readonly string[]) {
  let nextConnection = 0;
  return async (): Promise<readonly string[]> => {
    const marker = connect(Number(new URL(url).port), '127.0.0.1');
    await once(marker, 'connect');
    const accepted = new RegExp(`conn=(\\d+) .*ACCEPT from IP=127.0.0.1:${marker.localPort} `, 'g');
    marker.destroy();
    const from = nextConnection;
    for (;;) {
      // an earlier connection may have had the same port
      const last = Math.max(-1, ...Array.from(output().matchAll(accepted), ([, number]) => Number(number)));
      const acceptedConnections = Array.from(output().matchAll(/conn=(\d+) fd=\d+ ACCEPT/g), ([, number]) =>
        Number(number),
      );
      const numbers = acceptedConnections.filter((number) => number >= from && number < last);
      if (last >= from && numbers.every((number) => new RegExp(`conn=${number} fd=\\d+ closed`).test(output()))) {
        nextConnection = last + 1;
        const lines = Array.from(output().matchAll(/conn=(\d+) op=\d+ ((?:BIND|SRCH|EXT|STARTTLS).*)/g));
        return lines.flatMap(([, number, line = '']) => (numbers.includes(Number(number)) ? [line] : []));
      }
      await once(child, 'written');
    }
  };
}

async function startSlapdIn(folder: string, urls: readonly string[]) {
  const child = spawn(program, ['-f', join(folder, 'slapd.conf'), '-h', urls.join(' '), '-d', 'stats'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const reaper = reapWithParent({ pid: child.pid!, signal: 'TERM' });
  const ended = once(child, 'close').then(() => reaper.dismiss());
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    child.emit('written');
  });
  // The server reports its start before it listens.
  for (const url of urls)
    while (!(await isListening(Number(new URL(url).port))))
      if (child.exitCode !== null) throw new Error(`no directory: ${output}`);
  return {
    heard: createRequestReader(() => output, child, urls),
    hang: async () => {
      child.kill('SIGSTOP');
      while (!/\) T /.test(await readFile(`/proc/${child.pid}/stat`, 'utf8'))) await later(5);
    },
    end: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
