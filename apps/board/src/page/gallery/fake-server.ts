import { me } from '../api/session.ts';

/** The paths of the REST API that components request, with their responses. All other paths return an empty list. */
const responses: readonly (readonly [path: RegExp, response: unknown])[] = [
  [
    /\/folders\/list$/,
    [
      {
        id: 'Applications/Folder1',
        title: 'Payments',
        children: [{ id: 'Applications/Folder1/Folder2', title: 'Card processing', children: [] }],
      },
    ],
  ],
  [/\/users$/, [{ username: 'anna' }, { username: 'anne-marie' }]],
  [/\/roles$/, [{ name: 'release managers' }]],
  [/\/teams$/, [{ teamName: 'Release management' }, { teamName: 'Operations' }]],
  [/\/config\/byTypeAndTitle$/, [{ id: 'Configuration/Custom/Configuration1', title: 'Jira production' }]],
  [/\/templates$/, [{ id: 'Applications/Release1', title: 'Card service release' }]],
  [/\/activities\//, [{ username: 'anna' }]],
  [/\/scripts\/check$/, { problems: [] }],
  [/\/scripts\/test$/, { variables: {}, changedVariables: { version: '4.13' }, output: '4.12\n', durationMs: 3 }],
];

const json = (value: unknown): Response =>
  new Response(JSON.stringify(value), { headers: { 'Content-Type': 'application/json' } });

/** Answers the requests of components with fixed data, so that the gallery needs neither a login nor objects. */
export function startFakeServer(): void {
  const send = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), window.location.href);
    if (!pathname.includes('/api/v1/')) return await send(input, init);
    return json(responses.find(([path]) => path.test(pathname))?.[1] ?? []);
  };
  me.value = {
    ...{ username: 'admin', fullName: 'Ada Lovelace', external: false, roles: [], permissions: [], lacking: {} },
    teams: [],
  };
}
