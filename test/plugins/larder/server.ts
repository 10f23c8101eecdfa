import { createHash } from 'node:crypto';
import { type CountingServer, requireBasic, startCountingServer } from '../servers/counting-server.ts';
import { empty, json, type Routes, xml } from '../servers/routes.ts';

export const login = { username: 'cook', password: 'cook-password' };

/** An artifact store. `artefacts` are its files by path. */
export interface Larder extends CountingServer {
  readonly artifacts: Map<string, Buffer>;
  /** the versions in its metadata, by repository */
  readonly versions: Map<string, readonly string[]>;
}

const sha1 = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');

export async function startLarder(): Promise<Larder> {
  const artifacts = new Map<string, Buffer>();
  const versions = new Map<string, readonly string[]>();
  const routes: Routes = {
    'GET /:repository/org/acme/rocket/maven-metadata.xml': ({ params }) => {
      const all = versions.get(params.repository ?? '');
      if (all === undefined) return json({ errors: [{ status: 404 }] }, 404);
      const listed = all.map((version) => `<version>${version}</version>`).join('');
      const latest = `<latest>${all.at(-1)}</latest>`;
      return xml(`<metadata><versioning>${latest}<versions>${listed}</versions></versioning></metadata>`);
    },
    'GET /:repository/org/acme/rocket/:version/:file': ({ path }) => {
      const body = artifacts.get(path);
      const headers = { 'content-type': 'application/octet-stream' };
      return body ? { status: 200, headers, body } : empty(404);
    },
    'PUT /:repository/org/acme/rocket/:version/:file': ({ path, body, headers }) => {
      if (artifacts.has(path)) return empty(409);
      if (headers['x-checksum-sha1'] !== sha1(body)) return json({ errors: [{ message: 'checksum' }] }, 400);
      artifacts.set(path, body);
      return json({ uri: path }, 201);
    },
  };
  const server = await startCountingServer(routes, requireBasic(login.username, login.password));
  return { ...server, artifacts, versions };
}
