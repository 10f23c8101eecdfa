import { Segments } from '../../components/controls/segments.tsx';
import { Switch } from '../../components/controls/switch.tsx';
import {
  hasCharacterShortcuts,
  isUtc,
  setCharacterShortcuts,
  setTheme,
  showUtc,
  theme,
} from '../../navigation/preferences.ts';
import { t } from '../../navigation/text.ts';

const themeOptions = [
  ['system', t('System')],
  ['light', t('Light')],
  ['dark', t('Dark')],
] as const;

interface SwitchRowProps {
  readonly label: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly change: (isOn: boolean) => void;
}

/** A preference with two values: its name, a hint and a switch. */
const SwitchRow = ({ label, hint, isOn, change }: SwitchRowProps) => (
  <div class="preference">
    <p>
      <span class="name">{label}</span>
      <span class="sub">{hint}</span>
    </p>
    <Switch label={label} isOn={isOn} change={change} />
  </div>
);

/** The preferences that this browser stores. */
export const Preferences = () => (
  <section class="card">
    <header>
      <h2>Preferences</h2>
    </header>
    <div class="body">
      <div class="preference">
        <p>
          <span class="name">Theme</span>
          <span class="sub">In this browser. System follows your device.</span>
        </p>
        <Segments label="Theme" value={theme.value} options={themeOptions} change={setTheme} />
      </div>
      <SwitchRow
        label="Show times in UTC (this browser only)"
        hint="If off, times are in your time zone."
        isOn={isUtc.value}
        change={showUtc}
      />
      <SwitchRow
        label="Single-key shortcuts"
        hint="In this browser. Off: only shortcuts with Ctrl or ⌘ work."
        isOn={hasCharacterShortcuts.value}
        change={setCharacterShortcuts}
      />
    </div>
  </section>
);
