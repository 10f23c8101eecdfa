import { expect, test } from 'vitest';
import { auditActions } from './audit-actions.ts';

test('each action has a name of its own, that tells what of whom', () => {
  expect(new Set(auditActions).size).toBe(auditActions.length);
  expect(auditActions.filter((action) => !/^[A-Z]+_[A-Z]+$/.test(action))).toEqual([]);
});
