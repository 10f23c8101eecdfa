import { useLayoutEffect, useRef } from 'preact/hooks';
import { Tabs } from '../../components/controls/tabs.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { Link } from '../../navigation/link.tsx';
import { location } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { type Part, type PlaceState, placeState, placeUrl, type Scope } from './place.ts';
import { RuleList } from './rules/rule-list.tsx';

const loadReceivers = async () => (await import('./receivers/receivers.tsx')).Receivers;
const loadReceiverPage = async () => (await import('./receivers/receiver-page.tsx')).ReceiverPage;
const loadTemplates = async () => (await import('./templates/template-list.tsx')).TemplateList;
const loadMail = async () => (await import('./mail/mail-page.tsx')).MailPage;
const loadLedger = async () => (await import('./ledger/ledger.tsx')).LedgerView;

/** The parts with their names, and whether a folder has them. */
const tabs = [
  ['rules', t('Rules'), true],
  ['receivers', t('Receivers'), true],
  ['deliveries', t('Deliveries'), false],
  ['templates', t('Message templates'), true],
  ['mail', t('Email'), false],
] as const satisfies readonly (readonly [Part, string, boolean])[];

interface Props {
  readonly scope: Scope;
}

function PartContent({ scope, state }: Props & { readonly state: PlaceState }) {
  switch (state.part) {
    case 'rules':
      return <RuleList scope={scope} />;
    case 'receivers':
      return state.receiver === null ? (
        <Lazy load={loadReceivers} props={{ scope, state }} />
      ) : (
        <Lazy key={state.receiver} load={loadReceiverPage} props={{ scope, id: state.receiver }} />
      );
    case 'deliveries':
      return <Lazy load={loadLedger} props={{}} />;
    case 'templates':
      return <Lazy load={loadTemplates} props={{ scope }} />;
    case 'mail':
      return <Lazy load={loadMail} props={{}} />;
  }
}

/** The notifications of a folder or of the installation, in the part that the address selects. */
export function NotificationsOfPlace({ scope }: Props) {
  const state = placeState.parse(location.value.query);
  const tabsRef = useRef<HTMLDivElement>(null);
  // On a phone, the last tabs are outside the screen.
  useLayoutEffect(() => {
    const current = tabsRef.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [state.part]);
  return (
    <>
      {scope.folderId === null ? (
        <div ref={tabsRef}>
          <Tabs
            label="Parts of the notifications"
            tabs={tabs.map(([part, title]) => ({
              title,
              to: placeUrl(scope, part),
              isCurrent: part === state.part,
            }))}
          />
        </div>
      ) : (
        <nav class="segments" aria-label="Parts of the notifications">
          {tabs
            .filter(([, , isOfFolders]) => isOfFolders)
            .map(([part, title]) => (
              <Link key={part} to={placeUrl(scope, part)} current={part === state.part}>
                {title}
              </Link>
            ))}
        </nav>
      )}
      <PartContent scope={scope} state={state} />
    </>
  );
}
