import { expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, createTemplate, gate, idOf, parallel } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';

const product = serve();
const { rest } = product;
const people = peopleOf(product);

interface ComparedPlan {
  readonly id: string;
  readonly title: string;
  readonly template: boolean;
  readonly archived: boolean;
  readonly version?: number;
}
interface Comparison {
  readonly differences: readonly {
    readonly part: string;
    readonly change: string;
    readonly title: string;
    readonly phase?: string;
    readonly details: readonly { readonly sentence: string }[];
  }[];
  readonly differenceCount: number;
  readonly before: ComparedPlan;
  readonly after: ComparedPlan;
}
type Identified = Pick<Release, 'id'>;

const pathOf = ({ id }: Identified, other: Identified, query = '') =>
  `/releases/${id}/differences?with=${encodeURIComponent(other.id)}${query}`;
const compare = (release: Identified, other: Identified, query = '') =>
  rest.get<Comparison>(pathOf(release, other, query));
const linesOf = ({ differences }: Comparison) =>
  differences.map(
    ({ part, change, title, phase, details }) =>
      `${phase ?? ''}/${part} ${title} ${change}${details.map(({ sentence }) => `; ${sentence}`).join('')}`,
  );

const plan = { Build: ['compile', gate('ready?', 'yes'), parallel('group', 'unit', 'lint')], Ship: ['deploy'] };
const createFrom = (template: Identified, releaseTitle: string, fields: object = {}) =>
  rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle, ...fields });

test('a release is compared with the version of its template from which it was created', async () => {
  const template = await createTemplate(rest, plan, { title: 'Train' });
  const release = await createFrom(template, 'Train 1', { scheduledStartDate: '2031-01-02T09:00:00Z' });
  await rest.put(`/tasks/${idOf(template, 'deploy')}`, { title: 'deploy later' });
  await rest.put(`/tasks/${idOf(release, 'compile')}`, { description: 'twice' });
  const own = [
    "/template Train 1 changed; title from 'Train' to 'Train 1'",
    'scheduled start date from nothing to 2031-01-02T09:00:00Z',
  ];
  const comparison = await compare(release, template);
  expect(linesOf(comparison)[0]).toContain(own[0]);
  expect(linesOf(comparison)[0]).toContain(own[1]);
  expect(linesOf(comparison).slice(1)).toEqual(["Build/task compile changed; description from nothing to 'twice'"]);
  expect(comparison).toMatchObject({
    before: { id: template.id, title: 'Train', template: true, archived: false, version: 1 },
    after: { id: release.id, title: 'Train 1', template: false, archived: false },
  });
  const later = await compare(release, template, '&version=2');
  expect(linesOf(later).slice(2)).toEqual(["Ship/task deploy changed; title from 'deploy later' to 'deploy'"]);
  // Without the history, the present template is compared.
  await product
    .database()
    .query({ text: 'delete from template_versions where release_id = $1' }, [
      template.id.slice(template.id.lastIndexOf('/') + 1),
    ]);
  const present = await compare(release, template);
  expect([linesOf(present).slice(2), present.before.version]).toEqual([linesOf(later).slice(2), undefined]);
});

test('two releases of other templates are compared by titles, also an archived one', async () => {
  const one = await createRelease(rest, plan, { title: 'One' });
  const other = await createRelease(
    rest,
    { Build: ['compile', parallel('group', 'lint', 'scan')], Ship: ['unit', 'deploy'] },
    { title: 'Other', variables: [{ key: 'region', value: 'north' }] },
  );
  await rest.post(`/releases/${one.id}/abort`, { abortComment: 'done' });
  await product.archive(one);
  const comparison = await compare(other, one);
  expect(linesOf(comparison).slice(1)).toEqual([
    '/variable region added',
    'Build/task scan added',
    "Ship/task unit changed; moved to 'Ship'",
    'Build/task ready? deleted',
  ]);
  expect(comparison.before).toMatchObject({ title: 'One', archived: true });
  expect((await compare(one, other)).after).toMatchObject({ title: 'One', archived: true });
});

test('a comparison contains no secret', async () => {
  const password = (value: string) => ({ key: 'p', type: 'rel.PasswordStringVariable', value });
  const one = await createRelease(rest, plan, { title: 'One', variables: [password('hunter2')] });
  const other = await createRelease(rest, plan, { title: 'Other', variables: [password('hunter3')] });
  const none = await createRelease(rest, plan, {
    title: 'None',
    variables: [{ ...password(''), requiresValue: false }],
  });
  expect(linesOf(await compare(other, one)).filter((line) => line.includes('variable'))).toEqual([]);
  const text = JSON.stringify([await compare(other, none), await compare(none, other)]);
  expect(text).toContain('********');
  expect(text).not.toMatch(/hunter|v1\./);
});

test('the caller needs the permission to view both, and only a release has differences', async () => {
  const one = await createRelease(rest, plan);
  const other = await createRelease(rest, plan);
  const ann = await people.createUserWith(one, 'release#view');
  const missing = /^404 there is no release/;
  expect(await ann.sendForError('GET', pathOf(one, other))).toMatch(missing);
  expect(await ann.sendForError('GET', pathOf(other, one))).toMatch(missing);
  expect((await ann.get<Comparison>(pathOf(one, one))).differences).toEqual([]);
  const template = await createTemplate(rest, plan);
  expect(await rest.sendForError('GET', pathOf(template, one))).toMatch(missing);
  expect(await rest.sendForError('GET', pathOf(one, template, '&version=7'))).toMatch(/^404 there is no version '7'/);
  expect(await rest.sendForError('GET', `/releases/${one.id}/differences`)).toMatch(/^400 /);
});

test('releases of 2,000 tasks are compared completely', async () => {
  const titles = (prefix: string) => Array.from({ length: 500 }, (_, index) => `${prefix} ${index}`);
  const large = Object.fromEntries(['A', 'B', 'C', 'D'].map((name) => [name, titles(name)]));
  const one = await createRelease(rest, large);
  const other = await createRelease(rest, { ...large, D: titles('E') });
  const { differenceCount } = await compare(other, one);
  expect(differenceCount).toBe(500);
});
