/** A file in the format of other products of the family, and the expected result of its import. The texts are new. */
export interface Fixture {
  readonly name: string;
  /** the template in the file, or a list of templates */
  readonly template: unknown;
  /** the model version in the manifest; null: plain JSON without a manifest */
  readonly model?: string | null;
  /** the warnings of its import, in order */
  readonly warnings?: readonly string[];
  /** the expected members of the imported template */
  readonly shows?: object;
  /** whether its release stops at a task, because there is no script runner */
  readonly stops?: true;
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns a phase with these tasks. */
export const phase = (title: string, ...tasks: readonly Fields[]) => ({
  type: 'xlrelease.Phase',
  title,
  color: '#009CDB',
  status: 'PLANNED',
  tasks,
});

/** Returns a task of a built-in type of the family. */
export const task = (type: string, title: string, fields: Fields = {}) => ({
  type: `xlrelease.${type}`,
  title,
  status: 'PLANNED',
  ...fields,
});

/** Returns an exported template, including members that clients cannot set. */
export const template = (title: string, fields: Fields) => ({
  type: 'xlrelease.Release',
  title,
  status: 'TEMPLATE',
  calendarPublished: false,
  overdueNotified: false,
  queryableStartDate: '2021-03-04T09:00:00Z',
  $token: '0b0c7e8c-0f3b-4c8c-9f6e-2d6ad7c0a8c1',
  $metadata: { security: { permissions: ['template#view'], teams: [] } },
  ...fields,
});

/** Returns a template with one phase of these tasks. */
export const withTasks = (title: string, ...tasks: readonly Fields[]) =>
  template(title, { phases: [phase('Build', ...tasks)] });

/** Returns a template with one variable and one task. */
export const withVariable = (type: string, fields: Fields) =>
  template(`A ${type}`, {
    variables: [{ type: `xlrelease.${type}`, key: 'v', requiresValue: false, showOnReleaseStart: true, ...fields }],
    phases: [phase('Build', task('Task', 'work'))],
  });
