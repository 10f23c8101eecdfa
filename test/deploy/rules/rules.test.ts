import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Overlay, overlays, renderedFile } from '../../../deploy/k8s/render.ts';
import { configurationRules } from './configuration.ts';
import { manifestsIn } from './manifests.ts';
import { networkRules } from './network.ts';
import { podRules } from './pods.ts';
import { poolingRules } from './pooling.ts';
import { rollingRules } from './rolling.ts';
import { scalingRules } from './scaling.ts';

const rules = [...podRules, ...rollingRules, ...networkRules, ...scalingRules, ...poolingRules, ...configurationRules];
const parsed = new Map(overlays.map((overlay) => [overlay, manifestsIn(readFileSync(renderedFile(overlay), 'utf8'))]));
const manifestsOf = (overlay: Overlay) => structuredClone(parsed.get(overlay)!);

describe.each(rules.map((rule) => [rule.name, rule] as const))(
  '%s',
  (_, { findViolations, violate, testOverlay = 'hardened' }) => {
    test.each(overlays)('in %s', (overlay) => {
      expect(findViolations(manifestsOf(overlay))).toEqual([]);
    });
    test('and a violation is reported', () => {
      const manifests = manifestsOf(testOverlay);
      violate(manifests);
      expect(findViolations(manifests)).not.toEqual([]);
    });
  },
);
