import Rocket from '~icons/lucide/rocket';
import { EmptyState, Skeleton } from '../../components/empty-state.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { Message, MessageList } from '../../components/message.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { showToast } from '../../components/toast.tsx';
import { Link } from '../../navigation/link.tsx';
import { type ComponentStates, Example, endless, longText, longWord } from '../example.tsx';

const refusal = 'cannot start release "Payments 4.12": it is COMPLETED';
const tones = ['failed', 'waits', 'runs', 'done'] as const;
const markdown = `# Runbook\n\n**Check** the [dashboard](https://slipway.example), then run \`deploy\`.\n\n- [x] one\n- [ ] two ~~three~~\n\n| host | state |\n|---|---|\n| \`a1\` | ${longWord} |\n\n> ${longText}\n\n\`\`\`\n${longWord}\n\`\`\`\n`;

const ToastExamples = () => (
  <>
    <Example name="Plain">
      <button type="button" onClick={() => showToast('Payments 4.12 started')}>
        Show a toast
      </button>
    </Example>
    <Example name="With Undo">
      <button type="button" onClick={() => showToast('Task completed', () => showToast('Task reopened'))}>
        Show a toast with Undo
      </button>
    </Example>
    <Example name="Long text">
      <button type="button" onClick={() => showToast(`${longText} ${longWord}`)}>
        Show a long toast
      </button>
    </Example>
  </>
);

const AlertExamples = () => (
  <>
    <Example name="Refused request">
      <Refusal message={refusal} />
      <Refusal message={longText} retry={async () => showToast('The request is repeated')} />
    </Example>
    <Example name="With a text around it, long">
      <Refusal message={longText} before="Billing: " after=" Retry later." />
    </Example>
    {tones.map((tone) => (
      <Example key={tone} name={`Alert: ${tone}`}>
        <p class={`alert ${tone}`}>
          <b>2 blackout conflicts.</b> The phase overlaps the year-end freeze.
        </p>
      </Example>
    ))}
    <Example name="Reason">
      <p class="reason">Waits for the approval of Release management.</p>
    </Example>
    <Example name="Messages of the server">
      <p>
        <Message message={{ code: 'unknown', params: {}, sentence: refusal }} />
      </p>
      <MessageList messages={[refusal, longText]} />
    </Example>
  </>
);

const PlaceholderExamples = () => (
  <>
    <Example name="Empty, with one action">
      <EmptyState icon={Rocket} text="No releases match these filters.">
        <button type="button">Clear filters</button>
      </EmptyState>
    </Example>
    <Example name="Loading for the first time">
      <Skeleton lines={4} />
    </Example>
    <Example name="Loading a script">
      <Lazy load={endless} props={{}} />
    </Example>
  </>
);

const HeadExamples = () => (
  <>
    <Example name="Head of a view" isWide>
      <PageHead title="Releases" meta="12 active releases">
        <button type="button" class="main">
          New release
        </button>
      </PageHead>
    </Example>
    <Example name="Long title" isWide>
      <PageHead title={`${longText} ${longWord}`} status={<span class="status runs">In progress</span>}>
        <button type="button">Copy</button>
      </PageHead>
    </Example>
    <Example name="Missing object">
      <NotFound kind="release" message="release: not found" list={['/releases', 'All releases']} retry={null} />
    </Example>
    <Example name="Failed load">
      <NotFound
        kind="release"
        message="the server has too many requests"
        list={['/releases', 'All releases']}
        retry={async () => showToast('The request is repeated')}
      />
    </Example>
    <Example name="Formatted text">
      <Markdown text={markdown} />
    </Example>
    <Example name="Link">
      <p>
        Open the <Link to="/releases/Release1">release</Link>.
      </p>
    </Example>
  </>
);

/** The messages, the placeholders and the heads of views. */
export const messages: readonly ComponentStates[] = [
  { id: 'toast', title: 'Toast', Examples: ToastExamples },
  { id: 'alert', title: 'Alert', Examples: AlertExamples },
  { id: 'placeholder', title: 'Empty and loading', Examples: PlaceholderExamples },
  { id: 'page-head', title: 'Head and text of a view', Examples: HeadExamples },
];
