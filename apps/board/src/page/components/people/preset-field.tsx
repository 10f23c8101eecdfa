import { type PresetName, presetNames, presetOf, withPreset } from '@slipway/domain/permission-presets';
import { t } from '../../navigation/text.ts';
import { ChoiceField } from '../fields/field.tsx';

const labels: Readonly<Record<PresetName, string>> = {
  viewer: t('Viewer'),
  contributor: t('Contributor'),
  releaseManager: t('Release manager'),
  folderOwner: t('Folder owner'),
  administrator: t('Administrator'),
};

interface Props {
  readonly presets: Readonly<Record<PresetName, readonly string[]>>;
  /** What each preset is for. */
  readonly hints: Readonly<Record<PresetName, string>>;
  readonly selected: readonly string[];
  readonly change: (selected: readonly string[]) => void;
}

/** A choice of a preset, which selects its permissions. It shows Custom for any other selection. */
export function PresetField({ presets, hints, selected, change }: Props) {
  const current = presetOf(presets, selected);
  const choose = (value: string): void => {
    const name = presetNames.find((candidate) => candidate === value);
    if (name !== undefined) change(withPreset(presets, name, selected));
  };
  return (
    <ChoiceField
      label="Preset"
      hint={current === null ? t('Your own selection of permissions.') : hints[current]}
      value={current ?? ''}
      options={[...presetNames.map((name) => [name, labels[name]] as const), ['', t('Custom')]]}
      change={choose}
    />
  );
}
