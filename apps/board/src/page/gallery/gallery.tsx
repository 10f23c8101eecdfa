import { Segments } from '../components/controls/segments.tsx';
import { Toasts } from '../components/toast.tsx';
import { announcement } from '../navigation/announce.ts';
import type { ComponentStates } from './example.tsx';
import { buttons } from './sections/buttons.tsx';
import { charts } from './sections/charts.tsx';
import { controls } from './sections/controls.tsx';
import { dialogs } from './sections/dialogs.tsx';
import { fields } from './sections/fields.tsx';
import { forms } from './sections/forms.tsx';
import { marks } from './sections/marks.tsx';
import { messages } from './sections/messages.tsx';
import { people } from './sections/people.tsx';
import { tables } from './sections/tables.tsx';
import { changeSetting, frameAddress, isFramed, type Settings, settings } from './settings.ts';

const sections: readonly ComponentStates[] = [
  ...buttons,
  ...controls,
  ...marks,
  ...fields,
  ...forms,
  ...people,
  ...tables,
  ...charts,
  ...messages,
  ...dialogs,
];

interface SwitchProps<Name extends keyof Settings> {
  readonly label: string;
  readonly name: Name;
  readonly options: readonly (readonly [Settings[Name], string])[];
}

/** The switch of a setting. */
const SettingSwitch = <Name extends keyof Settings>({ label, name, options }: SwitchProps<Name>) => (
  <Segments
    label={label}
    value={settings.value[name]}
    options={options}
    change={(value) => changeSetting(name, value)}
  />
);

const themeNames = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;
const widthNames = [
  ['full', 'Full width'],
  ['320', '320 px'],
] as const;
const textNames = [
  ['100', '100 %'],
  ['200', '200 %'],
] as const;
const wordNames = [
  ['english', 'English'],
  ['pseudo', 'Pseudo'],
] as const;
const contrastNames = [
  ['normal', 'Normal'],
  ['more', 'High contrast'],
] as const;
const directionNames = [
  ['ltr', 'Left to right'],
  ['rtl', 'Right to left'],
] as const;

/** The switches of the settings. */
const Switches = () => (
  <div class="tools">
    <SettingSwitch label="Theme" name="theme" options={themeNames} />
    <SettingSwitch label="Width" name="width" options={widthNames} />
    <SettingSwitch label="Text size" name="text" options={textNames} />
    <SettingSwitch label="Language" name="words" options={wordNames} />
    <SettingSwitch label="Contrast" name="contrast" options={contrastNames} />
    <SettingSwitch label="Direction" name="direction" options={directionNames} />
  </div>
);

const Components = () => (
  <>
    <nav class="gallery-index" aria-label="Components">
      {sections.map(({ id, title }) => (
        <a key={id} href={`#${id}`}>
          {title}
        </a>
      ))}
    </nav>
    {sections.map(({ id, title, Examples }) => (
      <section key={id} id={id} class="gallery-section" aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>{title}</h2>
        <div class="examples">
          <Examples />
        </div>
      </section>
    ))}
  </>
);

/** All components of the board in all of their states, with switches for the theme, the width and the text. */
export const Gallery = () => (
  <main>
    <h1>Components</h1>
    {!isFramed && <Switches />}
    {settings.value.width === '320' && !isFramed ? (
      <iframe class="gallery-frame" title="Components, 320 pixels wide" src={frameAddress()} />
    ) : (
      <Components />
    )}
    <Toasts />
    <p class="unseen" role="status">
      {announcement}
    </p>
  </main>
);
