import { expect, test } from 'vitest';
import { groupingsOf } from './dashboard.ts';

test('values of deployments are grouped by application or environment, and those of releases by template, tag or owner', () => {
  expect(groupingsOf('dora.changeFailRate')).toEqual(['folder', 'application', 'environment']);
  expect(groupingsOf('release.duration')).toEqual(['folder', 'template', 'tag', 'owner']);
});
