import fc from 'fast-check';
import { json, long, name, text } from './texts.ts';

export type Fields = Readonly<Record<string, unknown>>;

const date = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2050-01-01'), noInvalidDate: true })
  .map((day) => `${day.toISOString().slice(0, -1)}+00:00`);
const names = fc.uniqueArray(text, { minLength: 1, maxLength: 3 });
const optionalRecord = <T>(of: Record<string, fc.Arbitrary<T>>) => fc.record(of, { requiredKeys: [] });
const xl = (type: string): string => `xlrelease.${type}`;

const item: Record<string, fc.Arbitrary<unknown>> = {
  description: long,
  owner: text,
  scheduledStartDate: date,
  dueDate: date,
  plannedDuration: fc.integer({ min: 1 }),
  flagStatus: fc.constantFrom('ATTENTION_NEEDED', 'AT_RISK'),
  flagComment: text,
};

const valuesByType: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  StringVariable: text,
  PasswordStringVariable: fc.constant(undefined),
  BooleanVariable: fc.boolean(),
  IntegerVariable: fc.integer(),
  DateVariable: date,
  ListStringVariable: names,
  SetStringVariable: names,
  MapStringStringVariable: fc.dictionary(fc.oneof(name, text), text, { minKeys: 1, maxKeys: 3 }),
  ReferenceVariable: fc.constant(undefined),
};
const provider = fc.oneof(
  fc.record({ values: fc.array(text, { maxLength: 3 }) }),
  fc.record({ variable: fc.stringMatching(/^[a-z]{1,5}$/) }),
);
const variable = fc.constantFrom(...Object.keys(valuesByType)).chain((type) =>
  fc
    .record({
      requiresValue: fc.boolean(),
      showOnReleaseStart: fc.boolean(),
      value: valuesByType[type] ?? text,
      more: optionalRecord<unknown>({
        label: text,
        description: text,
        multiline: fc.constant(true),
        externalVariableValue: fc.record({ server: text, path: text }),
        ...(type === 'ReferenceVariable' && { referencedType: text }),
        ...(type === 'StringVariable' && {
          valueProvider: provider.map((element) => ({
            type: xl('ListOfStringValueProviderConfiguration'),
            ...element,
          })),
        }),
      }),
    })
    .map(({ more, value, ...flags }) => ({ type: xl(type), ...flags, ...more, ...(value !== undefined && { value }) })),
);
const variables = fc
  .array(variable, { maxLength: 4 })
  .map((all) => all.map((element, n) => ({ ...element, id: `Release1/Variable${n}`, key: `key ${n}'s` })));

const taskMembers: Record<string, fc.Arbitrary<unknown>> = {
  ...item,
  team: text,
  precondition: long,
  failureHandler: long,
  locked: fc.constant(true),
  waitForScheduledStartDate: fc.constant(false),
  taskFailureHandlerEnabled: fc.constant(true),
  taskRecoverOp: fc.constantFrom('SKIP_TASK', 'RUN_SCRIPT'),
  tags: names,
  watchers: names,
  variableMapping: fc.dictionary(fc.constantFrom('owner', 'team'), fc.constantFrom('${v}', '${ w }', 'x${y}'), {
    minKeys: 1,
  }),
  facets: fc.array(fc.record({ type: text, note: text }), { minLength: 1, maxLength: 2 }),
  comments: fc.array(fc.record({ type: fc.constant(xl('Comment')), text, author: text, date }), {
    minLength: 1,
    maxLength: 2,
  }),
};
const commonMembers = optionalRecord(taskMembers);
const kind = (type: string, own: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc
    .tuple(commonMembers, optionalRecord(own))
    .map(([shared, more]) => ({ ...shared, ...more, type: type.includes('.') ? type : xl(type) }));
const customTask = fc
  .tuple(commonMembers, fc.dictionary(name, json, { maxKeys: 4 }), fc.boolean())
  .map(([shared, properties, maps]) => ({
    ...shared,
    type: xl('CustomScriptTask'),
    pythonScript: { ...properties, type: 'a.B' },
    ...(maps && { variableMapping: { 'pythonScript.out': '${v}' } }),
  }));
const foreignTask = fc
  .tuple(
    commonMembers,
    fc.dictionary(
      name.filter((element) => element !== 'tags'),
      json,
      { maxKeys: 4 },
    ),
  )
  .map(([shared, own]) => ({ ...own, ...shared, type: 'containers.Python' }));
const creation = kind('CreateReleaseTask', {
  newReleaseTitle: text,
  templateId: fc.constantFrom('Applications/Release9', '${t}'),
  folderId: fc.constant('Applications/Folder9'),
  startRelease: fc.constant(false),
  releaseTags: names,
  createdReleaseId: fc.constant('${v}'),
  templateVariables: variables.filter((element) => element.length > 0),
});
const conditions = fc.array(fc.record({ type: fc.constant(xl('GateCondition')), title: text }), {
  minLength: 1,
  maxLength: 3,
});
const dependencies = fc.array(
  fc.record({
    type: fc.constant(xl('Dependency')),
    targetId: fc.constantFrom('Applications/Release8/Phase8', '${v}', 'Release1/Phase0', 'Release1/Phase0/Task0x0'),
  }),
  { minLength: 1, maxLength: 3 },
);
const leaf: fc.Arbitrary<Fields> = fc.oneof(
  kind('Task'),
  kind('GateTask', {
    conditions,
    dependencies,
    approvalRequirements: fc.constant([{ count: 2, team: 'QA', fourEyes: true }]),
  }),
  kind('ScriptTask', { script: long, ignoreScriptVariableInterpolation: fc.boolean() }),
  kind('GroovyScriptTask', { script: long }),
  kind('ExternalScriptTask', { url: text }),
  kind('NotificationTask', { addresses: names, subject: text, body: long }),
  kind('UserInputTask', { variables: fc.constant(['Release1/Variable0']) }),
  kind('events.WaitForJsonEvent', { eventSource: text, condition: text }),
  creation,
  customTask,
  foreignTask,
);
const task = fc.letrec<{ task: Fields }>((tie) => ({
  task: fc.oneof(
    { depthSize: 'small', maxDepth: 2 },
    leaf,
    fc
      .tuple(kind('ParallelGroup'), fc.array(tie('task'), { minLength: 2, maxLength: 3 }), fc.boolean())
      .map(([group, tasks, links]) => ({
        ...group,
        tasks,
        ...(links && { links: [{ type: xl('Link'), source: '0', target: '1' }] }),
      })),
    fc
      .tuple(kind('SequentialGroup'), fc.array(tie('task'), { minLength: 1, maxLength: 2 }))
      .map(([group, tasks]) => ({ ...group, tasks })),
  ),
})).task;

/** Returns tasks with titles and ids. Links refer to the tasks of their group by id. */
const withIds = (tasks: readonly Fields[], parent: string): readonly Fields[] =>
  tasks.map((element, n) => {
    const id = `${parent}/Task${parent.replace(/.*Task|.*Phase/, '')}x${n}`;
    const inner = Array.isArray(element.tasks) ? withIds(element.tasks, id) : undefined;
    const links = Array.isArray(element.links)
      ? [{ type: xl('Link'), source: inner?.[0]?.id, target: inner?.[1]?.id }]
      : undefined;
    return { title: `t${n % 2}`, ...element, id, ...(inner && { tasks: inner }), ...(links && { links }) };
  });
const phase = fc.tuple(optionalRecord({ ...item, color: fc.constant('#123456') }), fc.array(task, { maxLength: 4 }));
/** Random rendered templates, with regular and hostile texts. */
export const template: fc.Arbitrary<Fields> = fc
  .record({
    fields: optionalRecord<unknown>({
      ...item,
      tags: names,
      abortOnFailure: fc.constant(true),
      archiveRelease: fc.constant(false),
      scriptUsername: text,
      riskProfile: text,
      kind: fc.constant('WORKFLOW'),
      categories: names,
      memberViewers: names,
      variableMapping: fc.constant({ description: '${d}' }),
      logo: fc.constant({ type: 'x.Attachment', nested: [{ a: 1 }] }),
      teams: fc.array(fc.record({ type: fc.constant(xl('Team')), teamName: text, members: names, roles: names }), {
        minLength: 1,
        maxLength: 2,
      }),
      extensions: fc.constant([
        { type: xl('Dashboard'), title: 'D', tiles: [{ type: xl('XTile'), title: 'x', row: 1 }, { type: 'my.Tile' }] },
      ]),
      releaseTriggers: fc.array(
        fc.record({
          type: fc.constantFrom('time.Schedule', 'git.Poll', 'myOwn.Poll'),
          title: text,
          enabled: fc.boolean(),
          periodicity: text,
          pollType: fc.constant('CRON'),
        }),
        { minLength: 1, maxLength: 2 },
      ),
    }),
    title: text,
    variables: variables.filter((all) => all.length > 0),
    phases: fc.array(phase, { minLength: 1, maxLength: 3 }),
  })
  .map(({ fields, title, variables: all, phases }) => ({
    ...fields,
    id: 'Release1',
    type: xl('Release'),
    title,
    variables: all,
    phases: phases.map(([own, tasks], n) => ({
      ...own,
      id: `Release1/Phase${n}`,
      type: xl('Phase'),
      title: `p${n}`,
      tasks: withIds(tasks, `Release1/Phase${n}`),
    })),
  }));
