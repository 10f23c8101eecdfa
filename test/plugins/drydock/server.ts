import { type CountingServer, startCountingServer } from '../servers/counting-server.ts';
import { empty, json, type ReceivedRequest, type Reply } from '../servers/routes.ts';

export const login = { username: 'docker', password: 'docker-password' };

const basic = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
const token = 'registry-token-1';

/** A registry with a separate token service, which issues tokens for names and passwords. */
export interface Registry extends CountingServer {
  /** manifests of the image `team/rocket`, by tag */
  readonly manifests: Map<string, string>;
}

export async function startRegistry(): Promise<Registry> {
  const manifests = new Map([['1.9.0', '{"layers":["sha256:1"]}\n']]);
  const manifestReply = ({ params, method }: ReceivedRequest): Reply => {
    const manifest = manifests.get(params.tag ?? '');
    if (manifest === undefined) return empty(404);
    const headers = { 'docker-content-digest': `sha256:${manifest.length}` };
    return { status: 200, headers, body: method === 'HEAD' ? '' : manifest };
  };
  const server = await startCountingServer(
    {
      'GET /token': ({ headers }) => (headers.authorization === basic ? json({ token }) : empty(401)),
      'GET /v2/': () => json({}),
      'GET /v2/team/rocket/tags/list': () => json({ name: 'team/rocket', tags: ['latest', ...manifests.keys()] }),
      'HEAD /v2/team/rocket/manifests/:tag': manifestReply,
      'GET /v2/team/rocket/manifests/:tag': manifestReply,
      'PUT /v2/team/rocket/manifests/:tag': ({ params, body }) => {
        manifests.set(params.tag ?? '', body.toString());
        return empty(201);
      },
      'DELETE /v2/team/rocket/manifests/:tag': ({ params }) => empty(manifests.delete(params.tag ?? '') ? 202 : 404),
    },
    ({ path, headers }) => {
      if (path === '/token' || headers.authorization === `Bearer ${token}`) return null;
      const challenge = `Bearer realm="${server.url}/token",service="registry",scope="repository:team/rocket:pull,push"`;
      return json({ errors: [{ code: 'UNAUTHORIZED' }] }, 401, { 'www-authenticate': challenge });
    },
  );
  return { ...server, manifests };
}
