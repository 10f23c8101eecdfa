import type { Json } from '@slipway/domain/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fastCheckOptions } from '../../../../test/harness/test-length.ts';
import { BadFile } from '../errors/bad-file.ts';
import { planPartsOf } from './gate-targets.ts';
import type { Members } from './read-yaml.ts';
import { templateJson } from './template-json.ts';
import { readItems } from './testing.ts';
import { writeDocuments } from './writing/write-documents.ts';
import { writeTemplate } from './writing/write-template.ts';

const naming = { prefix: 'rel', nameOf: () => undefined };
const newId = (): ((kind: string) => string) => {
  let count = 0;
  return (kind) => {
    count += 1;
    return `${kind}${count}`;
  };
};

/** Writes and reads the document of a template. */
const reread = (code: Members): Members => {
  const [, item] = readItems(writeDocuments([{ kind: 'Templates', home: ['Home'], spec: [code] }], []).yaml);
  return item?.kind === 'template' ? item.code : {};
};

const title = fc.constantFrom('a', 'b', 'a/b', '#1', '1', '${v}', 'Release5');
interface TemplateInput {
  readonly title: string;
  readonly targets?: readonly (number | string)[];
  readonly tasks?: readonly TemplateInput[];
}
const target = fc.oneof(fc.nat(40), fc.constantFrom('a', 'a/b', '${v}', 'Release5', 'Applications/Release5', 'a/b/a'));
const gate: fc.Arbitrary<TemplateInput> = fc.record({ title, targets: fc.array(target, { maxLength: 3 }) });
const group: fc.Arbitrary<TemplateInput> = fc.record({ title, tasks: fc.array(gate, { minLength: 1, maxLength: 3 }) });
const phases = fc.array(fc.record({ title, tasks: fc.array(fc.oneof(gate, group), { maxLength: 4 }) }), {
  minLength: 1,
  maxLength: 4,
});

const titleOf = (part: Members): string => String(part.title);

/** Returns a rendered template, whose gates depend on its parts by number, and on external objects. */
function responseOf(templateInput: readonly TemplateInput[]): Members {
  const fresh = newId();
  const bare = (part: TemplateInput, kind: string): object => ({
    id: `Applications/Release1/${fresh(kind)}`,
    title: part.title,
    made: part.targets ?? [],
    ...(kind === 'Task' && { type: part.tasks === undefined ? 'rel.GateTask' : 'rel.SequentialGroup' }),
    ...(part.tasks !== undefined && { tasks: part.tasks.map((task) => bare(task, 'Task')) }),
  });
  const all: readonly Members[] = JSON.parse(JSON.stringify(templateInput.map((phase) => bare(phase, 'Phase'))));
  const ids = planPartsOf(all, titleOf).all.map(({ part }) => String(part.id));
  const waiting = ({ made: targets, tasks, ...part }: Members): Members => ({
    ...part,
    ...(part.type === 'rel.GateTask' && {
      dependencies: (targets as readonly (number | string)[]).map((target) => ({
        targetId: typeof target === 'number' ? ids[target % ids.length]! : target,
      })),
    }),
    ...(tasks !== undefined && { tasks: (tasks as readonly Members[]).map(waiting) }),
  });
  return { id: 'Applications/Release1', title: 'T', phases: all.map(waiting) };
}

/** Returns the targets of each gate. Parts of the same template are positions. */
function targetsOf({ phases: all }: Members): readonly Json[] {
  const { all: parts } = planPartsOf(all as readonly Members[], titleOf);
  const last = (id: Json | undefined): string => String(id).replace(/^.*\//, '');
  const positions = new Map(parts.map(({ part, position }) => [last(part.id), position.join()]));
  return parts.map(({ part }) =>
    ((part.dependencies ?? []) as readonly Members[]).map(({ targetId }) => positions.get(last(targetId)) ?? targetId!),
  );
}

test('a gate of a generated template has the same targets, even if several parts have the same path', () => {
  fc.assert(
    fc.property(phases, (templateInput) => {
      const template = responseOf(templateInput);
      const code = writeTemplate(template, naming);
      const recreated = templateJson(reread(code), { existing: null, newId: newId() });
      expect(targetsOf(recreated)).toEqual(targetsOf(template));
      expect(writeTemplate(recreated, naming)).toEqual(code);
    }),
    fastCheckOptions({ short: 100, long: 3_000 }),
  );
});

test.each([
  ['a place without a task', 'place: [1, 9]', 'there is no task or phase at position [1,9]'],
  ['an invalid place', 'place: [up]', 'there is no task or phase at position ["up"]'],
  ['a place that is not a list', 'place: 2', 'dependencies: place: expected a list'],
  ['an empty place', 'place: []', 'dependencies: target: expected a text'],
])('rejects a gate that depends on %s', (_, dependency, reason) => {
  const gates = `[{name: G, type: rel.GateTask, dependencies: [{${dependency}}]}]`;
  const entry = `- {template: T, phases: [{phase: P, tasks: ${gates}}]}`;
  const read = () => readItems(`apiVersion: xl-release/v1\nkind: Templates\nspec:\n${entry}\n`);
  expect(read).toThrow(BadFile);
  expect(read).toThrow(reason);
});
