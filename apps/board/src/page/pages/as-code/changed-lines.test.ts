import type { CodePlanResponse } from '@slipway/api-schema/as-code';
import { expect, test } from 'vitest';
import { changedLines } from './changed-lines.ts';

const text = `apiVersion: xl-release/v1
kind: Templates
spec:
- template: "Core banking"
  tags: [core]
  phases:
  - phase: QA
    tasks:
    - name: Load test
      type: rel.ScriptTask
      plannedDuration: 5400
    - name: Triage
      type: rel.Task

- template: Web
  description: a
`;

type Change = CodePlanResponse['changes'][number];
const changeOf = (changes: Partial<Change>): Change => ({
  ...{ kind: 'Template', action: 'update', id: 'Release1', path: 'Payments/Core banking', fields: [] },
  ...changes,
});
const linesOf = (...changes: readonly Change[]) =>
  changedLines(text, { changes: [...changes] }).map(({ line, kind }) => `${line} ${kind}`);

test('a changed member and an added item of a list are marked', () => {
  const fields = [
    { field: 'phases[QA].tasks[Load test].plannedDuration', before: 3600, after: 5400 },
    { field: 'phases[QA].tasks[Triage]', after: { type: 'rel.Task' } },
    { field: 'tags', before: [], after: ['core'] },
  ];
  expect(linesOf(changeOf({ fields }))).toEqual(['11 changed', '12 added', '13 added', '5 changed']);
});

test('all lines of a created object are marked', () => {
  expect(linesOf(changeOf({ action: 'create', path: 'Web' }))).toEqual(['15 added', '16 added']);
});

test('a removed member, and an object or member that the text does not have, are not marked', () => {
  const fields = [
    { field: 'description', before: 'a' },
    { field: 'phases[None].color', before: 'a', after: 'b' },
  ];
  expect(linesOf(changeOf({ fields }), changeOf({ path: 'None', fields }))).toEqual([]);
});
