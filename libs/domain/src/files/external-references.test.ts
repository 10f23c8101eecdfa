import { expect, test } from 'vitest';
import { blankCreation } from '../model/own-fields.ts';
import { externalReferencesOf } from './external-references.ts';

test('external references are collected before the import', () => {
  const named = externalReferencesOf([
    {
      owner: 'bob',
      roleViewers: ['gone'],
      phases: [
        {
          tasks: [
            {
              owner: 'eve',
              configurationUri: 'Configuration/Custom/A',
              dependencies: [{ id: '', target: 'Release1' }],
            },
            { creation: { ...blankCreation, folderId: 'Folder1' } },
            { type: 'acme.Do', properties: { server: 'Configuration/Custom/B' } },
          ],
        },
      ],
    },
    { owner: 'bob', riskProfile: 'Strict' },
  ]);
  expect(named).toEqual({
    users: new Set(['bob', 'eve']),
    roles: new Set(['gone']),
    objects: new Set(['Release1', 'Folder1']),
    configurations: new Set(['Configuration/Custom/A', 'Configuration/Custom/B']),
    riskProfiles: new Set(['Strict']),
  });
});
