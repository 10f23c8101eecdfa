export {
  isWithoutFeature,
  type PresetName,
  presetNames,
  presetOf,
  rolePresets,
  teamPresets,
  withPreset,
} from './presets.ts';
