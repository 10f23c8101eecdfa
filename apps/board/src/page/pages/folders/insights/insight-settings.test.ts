import { expect, test } from 'vitest';
import { formOf, settingsOf } from './insight-settings.ts';

const names = { application: 'app', environment: 'env', stage: 'stage', kind: 'kind' };

test('the form of settings returns the same settings', () => {
  const productionStages = ['Production', 'Live'];
  for (const settings of [{ productionStages }, { productionStages, releaseIsDeployment: names }])
    expect(settingsOf(formOf({ ...settings, inheritedFrom: 'Applications/Folder1' }))).toEqual(settings);
});

test('the settings contain no empty names, and each stage once', () => {
  const form = formOf({ releaseIsDeployment: names, productionStages: [] });
  const changed = { ...form, application: ' shop ', kind: ' ', stages: ' Production,,Live , Production' };
  expect(settingsOf(changed)).toEqual({
    releaseIsDeployment: { application: 'shop', environment: 'env', stage: 'stage' },
    productionStages: ['Production', 'Live'],
  });
});
