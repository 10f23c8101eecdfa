import { expect, test } from 'vitest';
import { auditActions } from './audit-actions.ts';

test('each action has a unique name, which contains the verb and the object', () => {
  expect(new Set(auditActions).size).toBe(auditActions.length);
  expect(auditActions.filter((action) => !/^[A-Z]+_[A-Z]+$/.test(action))).toEqual([]);
});
