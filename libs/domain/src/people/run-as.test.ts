import { describe, expect, test } from 'vitest';
import { copyTemplate, createTemplate } from '../commands/handle.ts';
import type { TokenFault } from '../decision/env.ts';
import { textOf } from '../messages/english.ts';
import type { ReleasePatch, RunAsProof } from '../model/draft.ts';
import { Forbidden } from '../model/errors.ts';
import { caller, command, decide, env, refusal } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import { noRunAs, requireRunAs, tokenFaultMessage } from './run-as.ts';

const refused =
  "Forbidden: scriptUsername: running scripts as 'root' requires the password of this user or the permission admin";
const amy = caller('amy', 'admin');

describe('the run-as user', () => {
  const release = { ...plan('Build: a>'), scriptUsername: 'bob' };
  const named = (scriptUsername: string | null, by = amy) =>
    command({ type: 'updateRelease', patch: { title: 'Other', scriptUsername } }, by);

  test.each<[string, string | null]>([
    ['themselves', 'amy'],
    ['the current user', 'bob'],
    ['nobody', null],
  ])('can be set to %s by every user', (_, username) => {
    expect(decide(release, named(username)).release.scriptUsername).toBe(username);
  });

  test('can be set to another user only with all permissions, in a release and in a new template', () => {
    expect(refusal(release, named('root'))).toBe(refused);
    expect(decide(release, named('root', caller('amy'))).release.scriptUsername).toBe('root');
    const draft = { title: 'Plan', scriptUsername: 'root' };
    expect(() => createTemplate(draft, 'Folder1', amy, env())).toThrow(Forbidden);
    expect(createTemplate(draft, 'Folder1', caller(), env()).release.scriptUsername).toBe('root');
  });

  test('can be set to a user whose password the caller has, in any letter case, and to no other user', () => {
    const proven = (scriptUsername: string) =>
      command({ type: 'updateRelease', patch: { scriptUsername }, proof: { username: 'root', tokenId: null } }, amy);
    expect(decide(release, proven('ROOT')).release.scriptUsername).toBe('ROOT');
    expect(refusal(release, proven('eve'))).toContain("running scripts as 'eve'");
    const draft = { title: 'Plan', scriptUsername: 'root', proof: { username: 'root', tokenId: null } };
    expect(createTemplate(draft, 'Folder1', amy, env()).release.scriptUsername).toBe('root');
  });

  test('cannot be set by the product itself', () => {
    expect(() => requireRunAs({ username: 'root', before: noRunAs, caller: null })).toThrow(Forbidden);
  });

  test('cannot be set to the own user with a restricted token', () => {
    const limited = { ...amy, isLimited: true } as const;
    expect(refusal(release, named('amy', limited))).toContain("running scripts as 'amy'");
  });
});

describe('the token that limits scripts', () => {
  const release = { ...plan('Build: a>'), scriptUsername: 'bob', scriptTokenId: 'Token1' };
  const proof = (username: string, tokenId: string | null) => ({ username, tokenId });
  const runner = (patch: ReleasePatch, proven: RunAsProof | null = null, by = amy) => {
    const { scriptUsername, scriptTokenId } = decide(
      release,
      command({ type: 'updateRelease', patch, proof: proven }, by),
    ).release;
    return [scriptUsername, scriptTokenId];
  };

  test('is replaced by a new token', () => {
    expect(runner({ scriptUsername: 'root' }, proof('root', 'Token2'))).toEqual(['root', 'Token2']);
    expect(runner({ scriptUsername: 'bob' }, proof('bob', 'Token2'))).toEqual(['bob', 'Token2']);
    const draft = { title: 'Plan', scriptUsername: 'root', proof: proof('root', 'Token2') };
    const created = createTemplate(draft, 'Folder1', amy, env()).release;
    expect([created.scriptUsername, created.scriptTokenId]).toEqual(['root', 'Token2']);
  });

  test('is copied with the permission to edit the template', () => {
    const template = { ...release, status: 'TEMPLATE' } as const;
    const request = { title: null, description: null };
    const copied = copyTemplate(template, request, caller('root'), env({ data: { passives: new Map() } }));
    expect(copied).toMatchObject({ outcome: { release: { scriptUsername: 'bob', scriptTokenId: 'Token1' } } });
  });

  test('is kept by other changes, and by a change to the current run-as user', () => {
    expect(runner({ title: 'Other' })).toEqual(['bob', 'Token1']);
    expect(runner({ title: 'Other', scriptUsername: 'bob' })).toEqual(['bob', 'Token1']);
    expect(runner({ title: 'Other', scriptUsername: 'bob' }, null, caller('root'))).toEqual(['bob', 'Token1']);
  });

  test('is removed by a change of the run-as user or of the password', () => {
    expect(runner({ scriptUsername: null })).toEqual([null, null]);
    expect(runner({ scriptUsername: 'amy' })).toEqual(['amy', null]);
    expect(runner({ scriptUserPassword: 'sealed' }, proof('bob', null))).toEqual(['bob', null]);
  });

  test.each<[TokenFault, string]>([
    ['deleted', 'The token for the scripts of this release was deleted.'],
    ['expired', 'The token for the scripts of this release has expired.'],
    ['loginNotAllowed', 'The user of the token for the scripts of this release cannot log in.'],
    [
      'creatorLacksAdmin',
      'The creator of the token for the scripts of this release lacks the permission admin, which its user has.',
    ],
  ])('is reported as invalid with the reason %s', (fault, sentence) => {
    expect(textOf(tokenFaultMessage(fault))).toBe(sentence);
  });
});
