import { type CountingServer, requireBasic, startCountingServer } from '../servers/counting-server.ts';
import { empty, json, parseJson, type ReceivedRequest } from '../servers/routes.ts';

export const login = { username: 'tracker', password: 'tracker-password' };

interface Issue {
  readonly key: string;
  readonly summary: string;
  readonly fields: Readonly<Record<string, unknown>>;
  status: string;
}

/** An issue tracker. Tests can read and change `issues`. */
export interface Tracker extends CountingServer {
  readonly issues: Issue[];
}

const transitions = [
  { id: '11', name: 'To Do' },
  { id: '31', name: 'Done' },
];
/** The number of issues on a page of search results. */
const pageSize = 2;

export async function startTracker(): Promise<Tracker> {
  const issues: Issue[] = [];
  const find = ({ params }: ReceivedRequest) => issues.find(({ key }) => key === params.key);
  const toSearchHit = ({ key, summary, status }: Issue) => ({ key, fields: { summary, status: { name: status } } });
  const server = await startCountingServer(
    {
      'GET /rest/me': () => json({ name: login.username }),
      'POST /rest/issue': (received) => {
        const { fields } = parseJson<{ fields: { project: { key: string }; summary: string } }>(received);
        if (fields.project.key !== 'SHIP') return json({ errors: { project: 'project is required' } }, 400);
        const key = `SHIP-${issues.length + 1}`;
        issues.push({ key, summary: fields.summary, fields, status: 'To Do' });
        return json({ id: String(10_000 + issues.length), key }, 201);
      },
      'GET /rest/issue/:key/transitions': (received) =>
        find(received) ? json({ transitions }) : json({ errorMessages: ['Issue does not exist'] }, 404),
      'POST /rest/issue/:key/transitions': (received) => {
        const issue = find(received);
        const { transition } = parseJson<{ transition: { id: string } }>(received);
        if (issue) issue.status = transitions.find(({ id }) => id === transition.id)?.name ?? issue.status;
        return empty();
      },
      'GET /rest/search': ({ query }) => {
        const start = Number(query.get('startAt'));
        return json({ total: issues.length, issues: issues.slice(start, start + pageSize).map(toSearchHit) });
      },
    },
    requireBasic(login.username, login.password),
  );
  return { ...server, issues };
}
