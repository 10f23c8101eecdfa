import { useSignal } from '@preact/signals';
import type { PermissionExplanationAnswer } from '@slipway/wire';
import { useEffect } from 'preact/hooks';
import { me } from '../../data/session.ts';
import { useAsked } from '../../live/use-asked.ts';
import { lackingForAll } from '../../live/use-rights.ts';
import { nowAndThen } from '../../live/wants.ts';
import { ChoiceField, TextField } from '../../parts/field.tsx';
import { PersonField } from '../../parts/people/person-field.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Sentence } from '../../parts/sentences/sentence.tsx';
import { announce } from '../../place/announce.ts';
import { go, place } from '../../place/router.ts';
import { addressOf, callFor, queryIn, type WhyQuery } from './query.ts';

/** Whether it is granted, or grants it, by shape and word. */
const Verdict = ({ isYes, yes, no }: { readonly isYes: boolean; readonly yes: string; readonly no: string }) => (
  <span class={`status ${isYes ? 'done' : 'over'}`}>
    <span class="shape" aria-hidden="true">
      {isYes ? '✓' : '✕'}
    </span>
    {isYes ? yes : no}
  </span>
);

/** All permissions, those that roles hold first. */
function usePermissions(asked: string): readonly (readonly [string, string])[] {
  const global = useAsked<readonly string[]>('/global-permissions');
  const local = useAsked<readonly string[]>('/folders/permissions');
  const all = [...(global.value.value ?? []), ...(local.value.value ?? [])];
  const known = asked === '' || all.includes(asked) ? all : [asked, ...all];
  return [['', 'Choose a permission'], ...known.map((each) => [each, each] as const)];
}

function Question({ query }: { readonly query: WhyQuery }) {
  const typed = useSignal(query);
  const options = usePermissions(query.permission);
  const { user, permission, id } = typed.value;
  const type = (changes: Partial<WhyQuery>): void => {
    typed.value = { ...typed.peek(), ...changes };
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    go(addressOf(typed.peek()));
  };
  return (
    <form class="actions" onSubmit={submit}>
      {lackingForAll('user') === null ? (
        <PersonField
          label={`User (you, ${me.value?.username ?? ''}, where it is empty)`}
          kind="user"
          value={user}
          change={(text) => type({ user: text })}
        />
      ) : (
        <p>You may ask about yourself. To ask about others takes the permission {lackingForAll('user')}.</p>
      )}
      <ChoiceField
        label="Permission"
        value={permission}
        options={options}
        change={(text) => type({ permission: text })}
      />
      <TextField
        label="On what, by its id"
        hint="Of a folder, release, template, phase, task, trigger or configuration. Empty for what roles grant everywhere."
        value={id}
        change={(text) => type({ id: text })}
      />
      <button type="submit" class="main" disabled={permission === ''}>
        Ask
      </button>
    </form>
  );
}

function Answer({ answer }: { readonly answer: PermissionExplanationAnswer }) {
  const { username, permission, granted, sentence, reasons } = answer;
  useEffect(() => announce(sentence), [sentence]);
  const others = reasons.filter((reason) => reason.sentence !== sentence);
  return (
    <section>
      <h2>
        <Verdict isYes={granted} yes={`${username} has ${permission}`} no={`${username} has not ${permission}`} />
      </h2>
      <p class="reason">
        <Sentence text={sentence} />
      </p>
      {others.length > 0 && (
        <>
          <h3>Decisive roles and teams</h3>
          <ul class="names">
            {others.slice(0, 100).map((reason) => (
              <li key={reason.sentence}>
                <Verdict isYes={reason.grants} yes="grants it" no="does not" />: <Sentence text={reason.sentence} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Why a user has a permission or lacks it, by role, team and folder. */
export function Why() {
  const query = queryIn(place.value.query);
  const asked = useAsked<PermissionExplanationAnswer>(callFor(query), { wanted: [nowAndThen] });
  useEffect(() => {
    document.title = 'Why may they? · Slipway';
  }, []);
  const answer = asked.value.value;
  return (
    <section>
      <h1>Why may they, or may they not?</h1>
      <Question key={addressOf(query)} query={query} />
      <Refusal sentence={asked.refusal.value} />
      {answer && query.permission !== '' && <Answer answer={answer} />}
    </section>
  );
}
