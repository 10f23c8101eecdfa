import type { Signal } from '@preact/signals';
import type { ActivityResponse } from '@slipway/api-schema/history';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import CircleAlert from '~icons/lucide/circle-alert';
import { fullNameOf } from '../../api/full-names.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { permissionReason } from '../../api/permission-reason.ts';
import { me } from '../../api/session.ts';
import { useEntity } from '../../live/queries.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { t } from '../../navigation/text.ts';
import { ColorField } from '../fields/color-field.tsx';
import { CheckField, ChoiceField } from '../fields/field.tsx';
import { Lazy } from '../lazy.tsx';
import { Icon } from '../marks/icon.tsx';
import { Message } from '../message.tsx';
import { PersonField } from '../people/person-field.tsx';
import { ValueField } from '../variables/value-field.tsx';
import { linesOf } from '../variables/value-text.ts';
import {
  applicableFields,
  conflictsIn,
  type Draft,
  discardInput,
  fieldText,
  keepInput,
  textFor,
  type Values,
  withInput,
} from './draft.ts';
import type { FieldSpec } from './field-specs.ts';

interface ConflictProps {
  readonly object: { readonly id: string };
  readonly label: string;
  /** The stored value as text. */
  readonly storedText: string;
  readonly useStored: () => void;
  readonly keepInput: () => void;
}

/** Shows that another user has changed an edited field, with buttons that select one of both values. */
function ConflictNotice({ object, label, storedText, useStored, keepInput }: ConflictProps) {
  const { value } = useEntity<readonly ActivityResponse[]>(`/activities/${lastSegment(object.id)}`, []);
  const last = value.value?.findLast(({ username }) => username !== me.value?.username);
  const name = last === undefined ? t('Someone') : fullNameOf(last.username);
  return (
    <div class="reason" role="alert">
      <p>
        <bdi>{name}</bdi> changed this to: {storedText === '' ? t('(empty)') : <bdi>“{storedText}”</bdi>}
      </p>
      <button type="button" onClick={useStored} aria-label={t`Use theirs for ${label}`}>
        Use theirs
      </button>{' '}
      <button type="button" onClick={keepInput} aria-label={t`Keep mine for ${label}`}>
        Keep mine
      </button>
    </div>
  );
}

interface SpecFieldProps {
  readonly objectId: string;
  readonly spec: FieldSpec;
  readonly text: string;
  readonly change: (text: string) => void;
  /** Whether the placeholders of the script are not replaced. */
  readonly keepsPlaceholders: boolean;
}

/** Checkboxes for several values. */
function MultiChoiceField({
  spec: { label, options = [] },
  text,
  change,
}: Pick<SpecFieldProps, 'spec' | 'text' | 'change'>) {
  const selected = linesOf(text);
  return (
    <fieldset class="conditions">
      <legend>{label}</legend>
      {options.length === 0 && <p class="none">Add variables in the tab Variables first.</p>}
      {options.map(([value, label]) => (
        <CheckField
          key={value}
          label={label}
          isOn={selected.includes(value)}
          change={(isOn) =>
            change([...selected.filter((option) => option !== value), ...(isOn ? [value] : [])].join('\n'))
          }
        />
      ))}
    </fieldset>
  );
}

const loadScriptField = async () => (await import('../code/script-field.tsx')).ScriptField;

/** The input control of a field. */
function SpecField({ objectId, spec, text, change, keepsPlaceholders }: SpecFieldProps) {
  const { kind, label, hint, isLong = false, isRequired = false, options } = spec;
  const { isPerson = false, colorPosition, codeRows, testedScript } = spec;
  // A single-line input would remove the line breaks of the text.
  const wasLong = useRef(false);
  wasLong.current ||= isLong || text.includes('\n');
  const fieldProps = { label, hint, isRequired, value: text, change };
  if (isPerson) return <PersonField kind="user" label={label} value={text} change={change} />;
  if (colorPosition !== undefined)
    return <ColorField label={label} position={colorPosition} value={text} change={change} />;
  if (kind === 'list') return <MultiChoiceField spec={spec} text={text} change={change} />;
  if (kind === 'boolean')
    return <CheckField label={label} isOn={text === 'true'} change={(isOn) => change(String(isOn))} />;
  if (options !== undefined) return <ChoiceField {...fieldProps} options={options} />;
  if (kind === 'minutes') return <ValueField kind="text" {...fieldProps} />;
  if (kind === 'password')
    return (
      <ValueField kind="password" {...fieldProps} isRequired={false} hint={hint ?? t('Replaces the saved password')} />
    );
  if (codeRows !== undefined)
    return (
      <Lazy
        load={loadScriptField}
        props={{ ...fieldProps, taskId: objectId, rows: codeRows, testedScript, keepsPlaceholders }}
      />
    );
  return <ValueField kind={kind} isLong={wasLong.current} {...fieldProps} />;
}

/** An object with its stored values and unsaved inputs. */
export interface DraftContext {
  readonly object: { readonly id: string };
  readonly draft: Signal<Draft>;
  readonly stored: Values;
  /** The error of a field after a rejected save; null if there is none. */
  readonly error: { readonly name: string; readonly message: DisplayMessage | null } | null;
  /** Returns the permission that the user lacks to change a field; null if the user lacks none. */
  readonly missingPermission: (name: string) => string | null;
}

/** The error of a field, below it. The field receives the focus. */
function FieldError({ message }: { readonly message: DisplayMessage }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const field = text.current?.previousElementSibling;
    const control = field?.querySelector<HTMLElement>('input, select, textarea, .code-host');
    (control?.shadowRoot?.querySelector<HTMLElement>('.cm-content') ?? control)?.focus();
    text.current?.scrollIntoView({ block: 'nearest' });
  }, [message]);
  return (
    <p ref={text} class="field-error" role="alert">
      <Icon of={CircleAlert} size="small" />
      <span>
        <Message message={message} />
      </span>
    </p>
  );
}

interface FieldProps extends DraftContext {
  readonly spec: FieldSpec;
  readonly renderField: (text: string, change: (text: string) => void) => ComponentChildren;
}

/** A field with its unsaved input, and a notice if another user has changed its value. */
export function DraftField({ object, spec, draft, stored, error, missingPermission, renderField }: FieldProps) {
  const missing = missingPermission(spec.name);
  const field = renderField(
    fieldText(spec, draft.value, stored),
    (text) => (draft.value = withInput(draft.value, spec, text, stored)),
  );
  const hasConflict = conflictsIn([spec], draft.value, stored).length > 0;
  return (
    <>
      {missing === null ? (
        field
      ) : (
        <fieldset disabled title={permissionReason(missing) ?? undefined}>
          {field}
        </fieldset>
      )}
      {error?.name === spec.name && error.message !== null && <FieldError message={error.message} />}
      {hasConflict && (
        <ConflictNotice
          object={object}
          label={spec.label}
          storedText={textFor(spec, stored.get(spec.name))}
          useStored={() => (draft.value = discardInput(draft.value, spec))}
          keepInput={() => (draft.value = keepInput(draft.value, spec, stored))}
        />
      )}
    </>
  );
}

interface FieldsProps extends DraftContext {
  readonly fields: readonly FieldSpec[];
}

/** The setting of a script task that disables the replacement of placeholders. */
const verbatimSpec: FieldSpec = { name: 'ignoreScriptVariableInterpolation', label: '', kind: 'boolean' };

/** A list of fields. */
export const Fields = ({ fields, ...rest }: FieldsProps) => (
  <>
    {applicableFields(fields, rest.draft.value, rest.stored, rest.error?.name).map((spec) => (
      <DraftField
        {...rest}
        key={spec.name}
        spec={spec}
        renderField={(text, change) => (
          <SpecField
            {...{ spec, text, change }}
            objectId={rest.object.id}
            keepsPlaceholders={
              spec.name === 'script' && fieldText(verbatimSpec, rest.draft.value, rest.stored) === 'true'
            }
          />
        )}
      />
    ))}
  </>
);
