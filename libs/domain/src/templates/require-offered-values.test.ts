import { describe, expect, test } from 'vitest';
import { createRelease } from '../commands/handle.ts';
import type { Caller } from '../decision/inputs.ts';
import type { Permission } from '../model/catalogs/permissions.ts';
import { callerWith } from '../testing/callers.ts';
import { caller, env, variable } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import type { CreateReleaseRequest } from './templates.ts';

const request: CreateReleaseRequest = {
  releaseTitle: 'Webshop 2.0',
  folderId: null,
  variables: {},
  scheduledStartDate: null,
  autoStart: false,
  startedFromTaskId: null,
  releaseOwner: null,
};

describe('the values of list boxes in a new release', () => {
  const stages = variable('global.stages', ['test', 'live'], { type: 'ListStringVariable' });
  const site = variable('global.site', 'live');
  const data = { ...env().data, variables: new Map([stages, site].map((variable) => [variable.key, variable])) };
  const source = plan('TEMPLATE Build: a.', {
    variables: [
      variable('v', '${global.site}', { valueProvider: { variable: 'global.stages' } }),
      variable('w', null, { requiresValue: false }),
    ],
  });
  const triggered = { title: 'Nightly', tags: [], literal: [] };
  const refused = (v: string) => `Invalid: variables.v: '${v}' is not in the list of allowed values`;
  const createWith = (
    variables: CreateReleaseRequest['variables'],
    overrides: Partial<CreateReleaseRequest> = { triggered },
    by = caller(),
    callerAtTarget = by,
  ) => {
    try {
      const decision = createRelease(
        source,
        { ...request, ...overrides, variables },
        by,
        env({ data }),
        callerAtTarget,
      );
      return decision.kind === 'missingData' ? decision : decision.outcome.release.variables[0]?.value;
    } catch (thrown) {
      return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : thrown;
    }
  };

  test.each<[CreateReleaseRequest['variables'], boolean]>([
    [{ v: 'live' }, true],
    [{ v: 'prod' }, false],
    [{ '${v}': 'prod' }, false],
    [{ v: '${w}', w: 'live' }, true],
    [{ v: '${w}', w: 'evil' }, false],
    [{ v: '${w}', w: '${global.site}' }, true],
    [{ v: '${w}' }, false],
    [{ v: '${global.site}' }, true],
    [{ v: 'x${global.site}' }, false],
    [{ v: '${v}' }, false],
    [{ v: '${release.title}' }, false],
    [{ v: '${nothing}' }, false],
    [{ w: '${nothing}' }, true],
    [{}, true],
  ])('are offered with %j, if a trigger creates the release: %j', (variables, isOffered) => {
    const value = variables.v ?? variables['${v}'] ?? '${global.site}';
    expect(createWith(variables)).toBe(isOffered ? value : refused(String(value)));
  });

  test('are literal if an event has sent them', () => {
    const literal = { triggered: { ...triggered, literal: ['v'] } };
    expect(createWith({ v: '${w}', w: 'live' }, literal)).toBe(refused('${w}'));
    expect(createWith({ v: '${w}', w: 'live' })).toBe('${w}');
  });

  const only = ['template#create_release', 'release#create', 'template#view'] as const;
  const user = (...more: readonly Permission[]) => callerWith([...only, ...more]);

  test.each<[string, Partial<CreateReleaseRequest>, Caller, boolean]>([
    ['with permission to create releases only', {}, user(), false],
    ['with permission to start releases', { startsNow: true }, user('release#start'), false],
    ['with permission to edit the template', {}, user('template#edit'), true],
    ['with permission to edit the release', {}, user('release#edit'), true],
    ['as owner in a folder', { releaseOwner: 'eli' }, user(), false],
    ['as owner in the root folder', { folderId: 'Applications' }, user(), true],
    ['who is not the owner in the root folder', { folderId: 'Applications', releaseOwner: 'amy' }, user(), false],
  ])('are not checked for a user %s: %j', (_, overrides, by, isAny) => {
    expect(createWith({ v: 'prod' }, overrides, by)).toBe(isAny ? 'prod' : refused('prod'));
    expect(createWith({ v: '${w}', w: 'evil' }, overrides, by)).toBe(isAny ? '${w}' : refused('${w}'));
    expect(createWith({ v: 'live' }, overrides, by)).toBe('live');
  });

  test('can be the default of the template, which a client sends back', () => {
    const oldTemplate = source.variables.map((variable) =>
      variable.key === 'v' ? { ...variable, value: 'old' } : variable,
    );
    const from = { ...source, variables: oldTemplate };
    const created = createRelease(from, { ...request, variables: { v: 'old' } }, user(), env({ data }));
    expect(created).toMatchObject({ kind: 'decided' });
    const fired = () => createRelease(from, { ...request, variables: { v: 'old' }, triggered }, user(), env({ data }));
    expect(fired).toThrow(refused('old').replace('Invalid: ', ''));
  });

  test('are checked with the permissions in the folder of the release', () => {
    const inOtherFolder = { folderId: 'Folder2' };
    expect(createWith({ v: 'prod' }, inOtherFolder, user(), user())).toBe(refused('prod'));
    expect(createWith({ v: 'prod' }, inOtherFolder, user(), user('release#edit'))).toBe('prod');
    expect(createWith({ v: 'prod' }, inOtherFolder, user('release#edit'), user())).toBe(refused('prod'));
  });
});
