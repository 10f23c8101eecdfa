import { useSignal } from '@preact/signals';
import { CodeBlock } from '../../components/code/code-block.tsx';
import { LineDiff } from '../../components/code/line-diff-view.tsx';
import { ColorField } from '../../components/fields/color-field.tsx';
import { CopyField } from '../../components/fields/copy-field.tsx';
import { CheckField, ChoiceField, TextField } from '../../components/fields/field.tsx';
import { FolderField } from '../../components/fields/folder-field.tsx';
import { MomentField } from '../../components/fields/moment-field.tsx';
import { emptyNewPassword, NewPasswordFields } from '../../components/fields/new-password-fields.tsx';
import { SuggestField } from '../../components/fields/suggest-field.tsx';
import { DaysField, TimeField } from '../../components/fields/time-fields.tsx';
import { FileField, FileLink } from '../../components/files.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { ReferenceField } from '../../components/references/reference-field.tsx';
import { ReleaseField } from '../../components/references/release-field.tsx';
import { TemplateField } from '../../components/references/template-field.tsx';
import { ValueField } from '../../components/variables/value-field.tsx';
import { VariableValue } from '../../components/variables/variable-value.tsx';
import { type ComponentStates, Example, longText, longWord, noop } from '../example.tsx';

const countries = [
  ['de', 'Germany'],
  ['fr', 'France'],
] as const;

const someDays = [
  [1, 'Monday'],
  [2, 'Tuesday'],
] as const;

function TextFieldExamples() {
  const text = useSignal('Payments 4.12');
  const newPassword = useSignal(emptyNewPassword);
  return (
    <>
      <Example name="Default">
        <TextField label="Title" value={text.value} change={(value) => (text.value = value)} />
      </Example>
      <Example name="Hover" shown="hover">
        <TextField label="Hovered title" value="Payments 4.12" change={noop} />
      </Example>
      <Example name="Focus" shown="focus-visible">
        <TextField label="Focused title" value="Payments 4.12" change={noop} />
      </Example>
      <Example name="With a hint">
        <TextField label="Version" hint="For example 4.12.0" value="" change={noop} />
      </Example>
      <Example name="Error">
        <TextField label="Count" value="four" error="Enter a whole number" change={noop} />
      </Example>
      <Example name="Disabled">
        <fieldset class="conditions" disabled>
          <legend>Only administrators can edit</legend>
          <TextField label="Disabled title" value="Payments 4.12" change={noop} />
        </fieldset>
      </Example>
      <Example name="Password, search">
        <TextField label="Password" type="password" autoComplete="off" value="secret" change={noop} />
        <TextField label="Search" type="search" value="" change={noop} />
      </Example>
      <Example name="New password">
        <NewPasswordFields input={newPassword} />
      </Example>
      <Example name="Suggestions">
        <SuggestField label="Event" value="" suggestions={['push', 'release']} change={noop} />
      </Example>
      <Example name="Several lines, long text">
        <TextField label="Description" isLong value={`${longText}\n${longWord}`} change={noop} />
      </Example>
    </>
  );
}

const ChoiceExamples = () => (
  <>
    <Example name="Default">
      <ChoiceField label="Country" value="de" options={countries} change={noop} />
    </Example>
    <Example name="Long option">
      <ChoiceField
        label="Template"
        hint="The newest is first"
        value="a"
        options={[['a', `${longText} ${longWord}`]]}
        change={noop}
      />
    </Example>
    <Example name="Check boxes">
      <div class="stack">
        <CheckField label="Archive when finished" isOn change={noop} />
        <CheckField label={longText} isOn={false} change={noop} />
      </div>
    </Example>
    <Example name="Folder">
      <FolderField label="Folder" value="" none="All folders" change={noop} />
    </Example>
    <Example name="Configuration">
      <ReferenceField label="Server" type="jira.Server" text="" change={noop} />
    </Example>
    <Example name="Template">
      <TemplateField text="" change={noop} />
      <ReleaseField text="" change={noop} />
    </Example>
  </>
);

function DateExamples() {
  const date = useSignal('2026-11-29T14:05');
  const days = useSignal<readonly number[]>([1]);
  return (
    <>
      <Example name="Default">
        <MomentField label="Due" value={date.value} change={(value) => (date.value = value)} />
      </Example>
      <Example name="Empty, required">
        <MomentField label="Start" hint="Your time zone" isRequired value="" change={noop} />
      </Example>
      <Example name="Days and time of a week">
        <DaysField week={someDays} days={days.value} change={(checked) => (days.value = checked)} />
        <TimeField label="Time" value="08:00" change={noop} />
      </Example>
    </>
  );
}

function ColorExamples() {
  const color = useSignal('#2f80c9');
  return (
    <>
      <Example name="Selected">
        <ColorField label="Color" position={0} value={color.value} change={(value) => (color.value = value)} />
      </Example>
      <Example name="Error">
        <ColorField label="Wrong color" position={1} value="blue" change={noop} />
      </Example>
    </>
  );
}

function FileExamples() {
  const files = useSignal<readonly File[]>([]);
  return (
    <>
      <Example name="Empty">
        <FileField label="Template file" files={files.value} onChoose={(chosen) => (files.value = chosen)} />
      </Example>
      <Example name="Selected, long name">
        <FileField label="Attachments" files={[new File(['x'], `${longWord}.yaml`)]} onChoose={noop} isMultiple />
      </Example>
      <Example name="Download">
        <FileLink path="/audit/export">Export CSV</FileLink>
      </Example>
      <Example name="Copy">
        <CopyField label="Calendar address" text={`https://slipway.example/calendar/${longWord}`} />
      </Example>
    </>
  );
}

const values = [
  ['text', 'Text', 'eu-central-1'],
  ['number', 'Number', 'four'],
  ['boolean', 'Yes or no', 'true'],
  ['texts', 'List', 'one\ntwo'],
  ['map', 'Map', 'region=eu'],
  ['password', 'Secret', 'secret'],
  ['date', 'Date', '2026-11-29T14:05'],
] as const;

const ValueExamples = () => (
  <>
    {values.map(([kind, label, value]) => (
      <Example key={kind} name={kind}>
        <ValueField kind={kind} label={label} value={value} change={noop} />
      </Example>
    ))}
    <Example name="Choices">
      <ValueField kind="texts" label="Regions" value="eu" choices={['eu', 'us', longWord]} change={noop} />
    </Example>
    <Example name="Read-only">
      <VariableValue variable={{ type: 'xlrelease.StringVariable', value: longWord, multiline: false }} />
      <VariableValue variable={{ type: 'xlrelease.BooleanVariable', value: true, multiline: false }} />
    </Example>
    <Example name="No choices">
      <ValueField kind="texts" label="Empty list" value="" choices={[]} change={noop} />
    </Example>
  </>
);

const script = `# language: python\nfor region in ["eu", "us"]:\n    print("deploy to " + region)  # ${longText}\n`;

const loadCodeField = async () => (await import('../../components/code/code-field.tsx')).CodeField;

/** The code field in its own script, as in forms. */
const CodeField = (props: Parameters<Awaited<ReturnType<typeof loadCodeField>>>[0]) => (
  <Lazy load={loadCodeField} props={props} />
);

const loadScriptField = async () => (await import('../../components/code/script-field.tsx')).ScriptField;

/** The script of a task in its own script, as in forms. */
const ScriptField = (props: Parameters<Awaited<ReturnType<typeof loadScriptField>>>[0]) => (
  <Lazy load={loadScriptField} props={props} />
);

function CodeExamples() {
  const text = useSignal(script);
  const taskScript = useSignal('print releaseVariables["version"]\n');
  return (
    <>
      <Example name="Python" isWide>
        <CodeField
          label="Script"
          hint="Python 2"
          language="python"
          rows={8}
          value={text.value}
          change={(value) => (text.value = value)}
        />
      </Example>
      <Example name="Script of a task" isWide>
        <ScriptField
          taskId="Applications/Release1/Phase1/Task1"
          label="Task script"
          testedScript="script"
          rows={3}
          value={taskScript.value}
          change={(value) => (taskScript.value = value)}
        />
      </Example>
      <Example name="Problem and changed line" isWide>
        <CodeField
          label="Plan"
          language="yaml"
          rows={3}
          value={'title: Payments\nphases: none\n'}
          problems={[{ line: 2, text: 'phases: a list is required' }]}
          marks={[{ line: 1, kind: 'changed' }]}
          change={noop}
        />
      </Example>
      <Example name="Read only" isWide>
        <CodeBlock name="Precondition" code={script} language="python" />
      </Example>
      <Example name="Differences" isWide>
        <LineDiff label="Changes of the script" before={script} after={`${script}print("done")\n`} />
      </Example>
    </>
  );
}

const loadScriptEditor = async () => (await import('../../components/code/script-editor.tsx')).ScriptEditor;

function ScriptEditorExamples() {
  const text = useSignal('result = event.ref == "main"\n');
  return (
    <Example name="Script with a syntax check" isWide>
      <Lazy
        load={loadScriptEditor}
        props={{ label: 'Filter script', rows: 3, value: text.value, change: (value) => (text.value = value) }}
      />
    </Example>
  );
}

/** The fields of forms. */
export const fields: readonly ComponentStates[] = [
  { id: 'text-field', title: 'Text field', Examples: TextFieldExamples },
  { id: 'choice-field', title: 'Choice field', Examples: ChoiceExamples },
  { id: 'date-field', title: 'Date field', Examples: DateExamples },
  { id: 'color-field', title: 'Color field', Examples: ColorExamples },
  { id: 'file-field', title: 'File and copy field', Examples: FileExamples },
  { id: 'value-field', title: 'Value field', Examples: ValueExamples },
  { id: 'code-field', title: 'Code field', Examples: CodeExamples },
  { id: 'script-editor', title: 'Script editor', Examples: ScriptEditorExamples },
];
