import { useId } from 'preact/hooks';
import { t } from '../../navigation/text.ts';
import { isColor, phaseColor } from '../marks/phase-color.ts';
import { Hint } from './field.tsx';
import { colorText, phasePalette } from './phase-palette.ts';

interface Props {
  readonly label: string;
  /** The position of the phase, from 0. It determines the default color. */
  readonly position: number;
  readonly value: string;
  readonly change: (color: string) => void;
}

/** A field for the color of a phase: eight colors, or any other color as text. */
export function ColorField({ label, position, value: input, change }: Props) {
  const id = useId();
  const value = colorText(input, position);
  const isPreset = phasePalette.some(([color]) => color === value.toLowerCase());
  const isWrong = value !== '' && !isColor(value);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <fieldset class="palette-of-colors" aria-label="Palette">
        {phasePalette.map(([color, name]) => (
          <button
            key={color}
            type="button"
            class="swatch"
            style={{ '--phase': color }}
            aria-label={name}
            title={name}
            aria-pressed={color === value.toLowerCase()}
            onClick={() => change(color)}
          />
        ))}
        {!isPreset && (
          <span
            class="swatch chosen"
            style={{ '--phase': phaseColor(value, position) }}
            title="Custom"
            aria-hidden="true"
          />
        )}
        <input
          id={id}
          type="text"
          autoComplete="off"
          spellcheck={false}
          value={value}
          aria-invalid={isWrong ? 'true' : undefined}
          aria-describedby={`${id}-hint`}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      </fieldset>
      <Hint
        id={`${id}-hint`}
        text="Hex, for example #08b153"
        error={isWrong ? t('Enter a color like #08b153') : undefined}
      />
    </div>
  );
}
