import { describe, expect, test } from 'vitest';
import { createTemplate } from '../commands/handle.ts';
import { Forbidden } from '../model/errors.ts';
import { caller, command, decided, env, refusal } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import { requireRunAs } from './run-as.ts';

const refused = "Forbidden: scriptUsername: to have scripts run as 'root' takes their password or the permission admin";
const amy = caller('amy', 'admin');

describe('as whom scripts run', () => {
  const release = { ...plan('Build: a>'), scriptUsername: 'bob' };
  const named = (scriptUsername: string | null, by = amy) =>
    command({ type: 'updateRelease', patch: { title: 'Other', scriptUsername } }, by);

  test.each<[string, string | null]>([
    ['themselves', 'amy'],
    ['who it is already', 'bob'],
    ['nobody', null],
  ])('anybody may name %s', (_, username) => {
    expect(decided(release, named(username)).release.scriptUsername).toBe(username);
  });

  test('only who may do everything may name another, in a release and in a new template', () => {
    expect(refusal(release, named('root'))).toBe(refused);
    expect(decided(release, named('root', caller('amy'))).release.scriptUsername).toBe('root');
    const draft = { title: 'Plan', scriptUsername: 'root' };
    expect(() => createTemplate(draft, 'Folder1', amy, env())).toThrow(Forbidden);
    expect(createTemplate(draft, 'Folder1', caller(), env()).release.scriptUsername).toBe('root');
  });

  test('who knows the password of another may name them, in any letter case, and nobody else by it', () => {
    const proven = (scriptUsername: string) =>
      command({ type: 'updateRelease', patch: { scriptUsername }, provenAs: 'root' }, amy);
    expect(decided(release, proven('ROOT')).release.scriptUsername).toBe('ROOT');
    expect(refusal(release, proven('eve'))).toContain("to have scripts run as 'eve'");
    const draft = { title: 'Plan', scriptUsername: 'root', provenAs: 'root' };
    expect(createTemplate(draft, 'Folder1', amy, env()).release.scriptUsername).toBe('root');
  });

  test('the machinery itself names nobody', () => {
    expect(() => requireRunAs({ wanted: 'root', before: null, caller: null, provenAs: null })).toThrow(Forbidden);
  });
});
