import { writeDocuments } from '@slipway/formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CodeTestEnvironment, openCodeTest } from './testing.ts';

const property = (name: string, kind: string) => ({
  name,
  kind,
  required: false,
  implied: false,
  password: false,
  defaultValue: null,
  enumValues: [],
  category: 'input',
});
const type = (name: string, root: string, ...properties: readonly object[]) => [
  name,
  {
    name,
    extends: root,
    virtual: false,
    plugin: 'acme',
    root,
    open: false,
    inputs: ['server', 'others'],
    properties,
    script: null,
    abortScript: null,
    scripts: new Map(),
    modules: null,
  },
];
const naming = [property('server', 'ci'), property('others', 'set_of_ci'), property('note', 'string')];
const types = new Map([
  type('acme.Task', 'PythonScript', ...naming),
  type('acme.A', 'Configuration', ...naming),
  type('acme.B', 'Configuration', ...naming),
  type('acme.Source', 'events.CustomJythonEventSource', property('eventSource', 'ci'), {
    ...property('inputEventType', 'string'),
    defaultValue: 'events.HttpRequestEvent',
  }),
] as never) as never;

const places = ['', 'Web', 'Web/In', 'Web/In/Web', 'Release_1', 'X'] as const;
const titles = ['Chat', 'a/b', 'Configuration1', 'acme.A:/Chat', 'Release-2', 'Web'] as const;
const place = fc.constantFrom(...places);
const title = fc.constantFrom(...titles);
const connection = fc.record({ type: fc.constantFrom('acme.A', 'acme.B', 'odd.Thing'), place, title });
const index = fc.nat(1_000);

/** A random system: connections and templates with folder and title. Numbers are the indexes of referenced objects. */
const system = fc.record({
  connections: fc.uniqueArray(connection, { minLength: 3, maxLength: 9, selector: (item) => JSON.stringify(item) }),
  names: fc.array(fc.tuple(index, index), { maxLength: 12 }),
  templates: fc.uniqueArray(fc.record({ place, title }), {
    minLength: 2,
    maxLength: 6,
    selector: (item) => JSON.stringify(item),
  }),
  tasks: fc.array(fc.record({ template: index, server: index, other: index, starts: index, into: place, gate: index })),
  /** the teams of top-level templates */
  crews: fc.array(fc.tuple(fc.constantFrom('Crew', 'Template Owner', 'Release Admin'), fc.boolean()), { maxLength: 4 }),
  profiles: fc.uniqueArray(fc.constantFrom('Strict', 'RiskProfile1', 'a/b'), { maxLength: 3 }),
});

const at = <T>(list: readonly T[], number: number): T => list[number % list.length]!;
const below = (where: string, name: string): string => (where === '' ? name : `${where}/${name}`);

/** Returns the documents of a system, with exact names in all references. */
function toDocuments({
  connections,
  names,
  templates,
  tasks,
  crews,
  profiles,
}: typeof system extends fc.Arbitrary<infer T> ? T : never) {
  const exactly = (number: number): string => {
    const { type: of, place: where, title: called } = at(connections, number);
    return `${of}:/${below(where, called)}`;
  };
  const spec = new Map<string, object[]>(places.map((item) => [item, []]));
  for (const item of places) if (item !== '') spec.get('')!.push({ directory: item });
  for (const [number, { type: of, place: where, title: called }] of connections.entries()) {
    const named = names.filter(([from]) => from % connections.length === number).map(([, to]) => exactly(to));
    const mentioned =
      of === 'odd.Thing'
        ? { server: named.map((item) => `Configuration/Custom/${item}`)[0] }
        : { server: named[0], others: named.slice(1) };
    spec.get(where)!.push({ name: called, type: of, ...mentioned });
  }
  for (const [number, { place: where, title: called }] of templates.entries()) {
    const own = tasks.filter(({ template }) => template % templates.length === number);
    const phases = [
      {
        phase: 'P',
        tasks: own.flatMap(({ server, other, starts, into, gate }, place) => [
          { name: 'same', type: 'acme.Task', server: exactly(server), others: [exactly(other)], note: exactly(other) },
          {
            name: 'next',
            type: 'rel.CreateReleaseTask',
            newReleaseTitle: 'x',
            template: `/${below(at(templates, starts).place, at(templates, starts).title)}`,
            ...(into !== '' && { folder: `/${into}` }),
          },
          {
            name: 'same',
            type: 'rel.GateTask',
            dependencies: [
              { target: `P/${gate % (place + 1) === 0 ? 'same' : 'next'}` },
              { place: [1, (gate % (3 * place + 3)) + 1] },
            ],
          },
        ]),
      },
    ];
    const riskProfile = profiles.length === 0 ? {} : { riskProfile: at(profiles, number) };
    const variables = [
      { key: 'server', type: 'rel.ReferenceVariable', referencedType: 'acme.A', value: exactly(number) },
    ];
    spec.get(where)!.push({ template: called, phases, variables, ...riskProfile });
  }
  spec.get('Web')!.push(
    { key: 'folder.server', type: 'rel.ReferenceVariable', value: exactly(0) },
    {
      name: 'Hook',
      type: 'events.PostWebhookEndpoint',
      path: 'hook',
      authentication: { type: 'events.NoAuthentication' },
    },
    { name: 'Parsed', type: 'acme.Source', eventSource: 'Hook' },
    { template: 'Listening', phases: [{ phase: 'P' }] },
    {
      name: 'on event',
      type: 'events.EventBasedTrigger',
      eventSource: 'Parsed',
      releaseTitle: 'x',
      template: '/Web/Listening',
    },
  );
  const top = templates.filter(({ place: where }) => where === '').map(({ title: called }) => called);
  const teams = crews.flatMap(([name, isEmpty], number) => {
    if (top.length === 0) return [];
    const team = { name, members: isEmpty ? [] : ['admin'], permissions: ['template#view'] };
    return [{ template: at(top, number), teams: [team] }];
  });
  const riskProfiles = profiles.map((name) => ({ name, type: 'rel.RiskProfile', riskProfileAssessors: {} }));
  return writeDocuments(
    JSON.parse(
      JSON.stringify([
        { kind: 'Users', home: [], spec: [{ username: 'admin' }] },
        { kind: 'Configurations', home: [], spec: riskProfiles },
        { kind: 'Permissions', home: [], spec: teams },
        ...places.map((item) => ({ kind: 'Templates', home: item.split('/').filter(Boolean), spec: spec.get(item) })),
      ]),
    ),
    [],
  ).yaml;
}

/** Returns the objects for the ids, read from the database independent of the naming code. */
async function readMeaning({ database }: CodeTestEnvironment): Promise<readonly string[]> {
  const named = await database.query<{ readonly id: string; readonly called: string }>({
    text: `select c.id, c.type || ':' || coalesce(array_to_string(array(select e.title from unnest(f.path) with ordinality s (id, n)
        join folders e on e.id = s.id order by n), '|'), '') || '|' || c.title as called
      from configurations c left join folders f on f.id = c.folder_id
      union all select r.id, 'template:' || array_to_string(array(select e.title from unnest(f.path) with ordinality s (id, n)
        join folders e on e.id = s.id order by n), '|') || '|' || r.title from live_releases r join folders f on f.id = r.folder_id
      union all select f.id, 'folder:' || array_to_string(array(select e.title from unnest(f.path) with ordinality s (id, n)
        join folders e on e.id = s.id order by n), '|') from folders f
      union all select t.id, 'task:' || r.title || ':' || t.position from live_tasks t join live_releases r on r.id = t.release_id
      union all select id, 'profile:' || title from risk_profiles`,
  });
  const calls = new Map(named.map(({ id, called }) => [id, called]));
  const [{ all } = { all: [] }] = await database.query<{ readonly all: readonly object[] }>({
    text: `select jsonb_agg(x) as all from (
      select jsonb_build_array(id, properties, event_source) as x from configurations
      union all select jsonb_build_array(id, variables, rest -> 'riskProfile') from live_releases
      union all select jsonb_build_array(t.release_id, t.title, t.passive -> 'properties', t.definition -> 'creation', t.definition -> 'dependencies')
        from live_tasks t
      union all select jsonb_build_array(t.scope_id, t.name, array(select p from unnest(t.permissions) p order by p),
        array(select principal from team_members m where m.team_id = t.id order by principal)) from teams t
      union all select jsonb_build_array(title, folder_id, template_id, event_source) from triggers) as a`,
  });
  const text = (item: object): string =>
    JSON.stringify(item)
      .replaceAll(
        /(?:Applications\/(?:Folder\w+\/)*|Configuration\/\w+\/)?\b((?:Configuration|Release|Folder|RiskProfile|Task)[0-9a-f]{32})\b/g,
        (whole, id: string) => calls.get(id) ?? whole,
      )
      .replaceAll(/\b(?:Variable|Phase|Dependency|Trigger)[0-9a-f]{32}\b/g, 'ID');
  return all.map(text).toSorted();
}

test('for any system, the generated documents create the same objects in an empty one, and change nothing in the original', async () => {
  await fc.assert(
    fc.asyncProperty(system, async (item) => {
      const [source, copy] = [await openCodeTest({ types }), await openCodeTest({ types })];
      try {
        await source.apply(toDocuments(item));
        const yaml = await source.generate();
        expect((await source.apply(yaml)).changes).toEqual([]);
        await copy.apply(yaml);
        expect(await readMeaning(copy)).toEqual(await readMeaning(source));
        expect(await copy.generate()).toBe(yaml);
      } finally {
        await source.close();
        await copy.close();
      }
    }),
    { numRuns: 4, seed: 13, endOnFailure: true },
  );
});
