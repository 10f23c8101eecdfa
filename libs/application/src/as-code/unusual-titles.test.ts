import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CodeTestEnvironment, homeDocument, openCodeTest } from './testing.ts';

const schedule = {
  type: 'time.Schedule',
  template: 'Deploy',
  releaseTitle: 'n',
  pollType: 'REPEAT',
  periodicity: 3_600,
};
const tasks = [{ name: 'Ship' }, { name: 'Both', type: 'rel.ParallelGroup', tasks: [{ name: 'One' }] }];
const inside = [
  { template: 'Deploy', phases: [{ phase: 'Build', tasks }] },
  { name: 'nightly', ...schedule, enabled: true },
  { name: 'Chat', type: 'acme.Chat', url: 'x' },
];

let code: CodeTestEnvironment;
beforeAll(async () => {
  code = await openCodeTest();
  await code.apply(homeDocument([{ directory: 'Inner', children: inside }]));
});
afterAll(() => code.close());

/** Generates an object with a title that was stored before titles had limits. */
async function generatedWith(table: string, title: string, odd: string): Promise<string> {
  const rename = async (from: string, to: string) =>
    await code.database.query({ text: `update ${table} set title = $2 where title = $1` }, [from, to]);
  await rename(title, odd);
  try {
    return await code.generate();
  } catch (error) {
    return String(error);
  } finally {
    await rename(odd, title);
  }
}

const untitled = (subject: string) => `Conflict: cannot export ${subject}: it has no title: add one`;

test.each([
  ['live_releases', 'Deploy', "a template in folder 'Home/Inner'"],
  ['live_phases', 'Build', "a phase of template 'Deploy' in folder 'Home/Inner'"],
  ['live_tasks', 'Ship', "a task of template 'Deploy' in folder 'Home/Inner'"],
  ['live_tasks', 'One', "a task of template 'Deploy' in folder 'Home/Inner'"],
  ['triggers', 'nightly', "an object of type 'time.Schedule' in folder 'Home/Inner'"],
  ['configurations', 'Chat', "an object of type 'acme.Chat' in folder 'Home/Inner'"],
])('generate rejects a blank title, like apply: in %s, of %s', async (table, title, blankSubject) => {
  expect(await generatedWith(table, title, '')).toBe(untitled(blankSubject));
  expect(await generatedWith(table, title, ' \t')).toBe(untitled(blankSubject));
});

test('generate rejects a folder whose title cannot be part of a path, and names it', async () => {
  const [inner] = await code.database.query<{ readonly id: string }>({
    text: `select id from folders where title = 'Inner'`,
  });
  const refused = (title: string) =>
    `Conflict: cannot export folder '${title}' (${inner?.id}): a title in a path cannot be blank or '.' and cannot contain '/': rename the folder`;
  for (const odd of ['a/b', '/', '.', ' ', '']) expect(await generatedWith('folders', 'Inner', odd)).toBe(refused(odd));
  expect(await generatedWith('folders', 'Inner', '..')).toContain('directory: Home/..');
});

test('generate rejects the contents of such a folder, too', async () => {
  await code.database.query({ text: `update folders set title = '.' where title = 'Home'` });
  await expect(code.generate(['.', 'Inner'])).rejects.toThrow("cannot export folder '.': a title in a path");
  await code.database.query({ text: `update folders set title = 'Home' where title = '.'` });
  expect(await code.generate(['Home', 'Inner'])).toContain('template: Deploy');
});

test('refers to an object in a folder with a slash in its title by id', async () => {
  const starts = { name: 'Next', type: 'rel.CreateReleaseTask', newReleaseTitle: 'next' };
  const into = (template: string, home: string) => ({ ...starts, template, folder: home });
  const other = { directory: 'Other', children: [{ template: 'Next' }] };
  const naming = { template: 'Starts', phases: [{ phase: 'P', tasks: [into('Home/Other/Next', 'Home/Other')] }] };
  await code.apply(homeDocument([other, { directory: 'Naming', children: [naming] }]));
  expect(await code.generate(['Home', 'Naming'])).toContain('template: Home/Other/Next');
  const renamed = "update folders set title = $2 where title = $1 returning array_to_string(path, '/') as path";
  const [folder] = await code.database.query<{ readonly path: string }>({ text: renamed }, ['Other', 'Ot/her']);
  const yaml = await code.generate(['Home', 'Naming']);
  expect(yaml).not.toContain('Ot/her');
  expect(yaml).toMatch(new RegExp(`template: ${folder?.path}/Release\\w+\n`));
  expect((await code.apply(yaml, 'undo')).changes).toEqual([]);
  await code.database.query({ text: renamed }, ['Ot/her', 'Other']);
});

test('generates an object with an unusual title, and applying the document changes nothing', async () => {
  for (const [table, title] of [
    ['live_releases', 'Deploy'],
    ['live_phases', 'Build'],
    ['live_tasks', 'One'],
    ['triggers', 'nightly'],
    ['configurations', 'Chat'],
  ] as const) {
    await code.database.query({ text: `update ${table} set title = $2 where title = $1` }, [title, ` a/b\n${title}`]);
  }
  await code.database.query({ text: `update folders set title = '..' where title = 'Inner'` });
  const yaml = await code.generate();
  const other = await openCodeTest();
  await other.apply(yaml);
  expect(await other.generate()).toBe(yaml);
  await other.close();
});
