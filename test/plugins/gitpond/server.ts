import { type CountingServer, requireHeader, startCountingServer } from '../servers/counting-server.ts';
import { json, parseJson, type ReceivedRequest, type Reply } from '../servers/routes.ts';

export const token = 'gitpond-token-1';

interface File {
  text: string;
  sha: string;
}

/** A host of one repository. */
export interface Pond extends CountingServer {
  readonly branches: Map<string, string>;
  readonly tags: readonly string[];
  readonly files: Map<string, File>;
  /** the state of all merge requests */
  merge: { readonly state: string; readonly merged: boolean };
}

/** Returns one page of a list, with a link to the next page. */
function pageOf(all: readonly unknown[], { query, path }: ReceivedRequest, url: string): Reply {
  const [size, page] = [Number(query.get('per_page')), Number(query.get('page') ?? '1')];
  const next = new URLSearchParams(query);
  next.set('page', String(page + 1));
  const links = [`<${url}${path}?page=1>; rel="first"`];
  if (page * size < all.length) links.unshift(`<${url}${path}?${next}>; rel="next"`);
  return json(all.slice((page - 1) * size, page * size), 200, { link: links.join(', ') });
}

export async function startPond(): Promise<Pond> {
  const branches = new Map([['main', 'a1']]);
  const tags = ['v1.0', 'v1.2', 'v1.10', 'v1.9', 'v0.3', 'v1.1', 'v1.4'];
  const files = new Map<string, File>([['deploy/värsion.txt', { text: 'version = 1 # größer\n', sha: 's0' }]]);
  const settings: Pick<Pond, 'merge'> = { merge: { state: 'open', merged: false } };
  const server = await startCountingServer(
    {
      'GET /api/user': () => json({ name: 'releases' }),
      'GET /api/repos/:repository/branches': (received) => {
        const all = Array.from(branches, ([name, id]) => ({ name, commit: { id } }));
        return pageOf(all, received, server.url);
      },
      'POST /api/repos/:repository/branches': (received) => {
        const { name, ref } = parseJson<{ name: string; ref: string }>(received);
        if (branches.has(name)) return json({ message: 'Branch already exists' }, 409);
        const id = branches.get(ref) ?? '';
        branches.set(name, id);
        return json({ name, commit: { id } }, 201);
      },
      'GET /api/repos/:repository/tags': (received) => {
        const search = received.query.get('search') ?? '';
        const matchingTags = tags.filter((tag) => tag.includes(search)).map((name) => ({ name }));
        return pageOf(matchingTags, received, server.url);
      },
      'GET /api/repos/:repository/files/:path': ({ params }) => {
        const file = files.get(params.path ?? '');
        if (file === undefined) return json({ message: 'no such file' }, 404);
        return json({ sha: file.sha, commit: 'a1', content: Buffer.from(file.text).toString('base64') });
      },
      'PUT /api/repos/:repository/files/:path': (received) => {
        const { content, sha } = parseJson<{ content: string; sha: string }>(received);
        const path = received.params.path ?? '';
        if (files.get(path)?.sha !== sha) return json({ message: 'the file has changed' }, 409);
        files.set(path, { text: Buffer.from(content, 'base64').toString(), sha: 's1' });
        return json({ commit: 'b2' });
      },
      'POST /api/repos/:repository/merges': (received) => json({ number: 7, ...parseJson<object>(received) }, 201),
      'GET /api/repos/:repository/merges/:number': () => json(settings.merge),
    },
    requireHeader('private-token', token),
  );
  return Object.assign(settings, server, { branches, tags, files });
}
