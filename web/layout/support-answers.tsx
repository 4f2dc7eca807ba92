import type { Role } from '#domain/role.ts';
import { useSession } from '#web/features/session.ts';
import { version } from '#web/product.ts';

type Help = { question: string; answer: string };

const help: Record<Role, readonly Help[]> = {
  teacher: [
    { question: 'I cannot come tomorrow', answer: 'Create Absence Request: choose date and shift, describe the day, publish. Substitutes are told at once.' },
    { question: 'Somebody asks to cover', answer: 'My Vacancies, Pending Requests: Approve books them, Reject opens the position again.' },
    { question: 'Nobody has asked yet', answer: "Your school's administrator sees the open position too, and can assign somebody." },
  ],
  substitute: [
    { question: 'I see no vacancies', answer: 'They appear once an administrator has approved your account, for the schools you have chosen.' },
    { question: 'I requested a position', answer: 'It stands under My Assignments until the teacher answers. You can withdraw it there.' },
    { question: 'I cannot come after all', answer: 'My Assignments: cancel it and say why. Teacher and school are told at once.' },
  ],
  school_admin: [
    { question: 'Somebody new has registered', answer: 'Pending Approvals: look at the details, then accept or reject.' },
    { question: 'A room has no teacher', answer: 'Open Vacancies: Assign Substitute books somebody at once; they are asked to confirm.' },
    { question: 'Somebody forgot their password', answer: 'Manage Teachers or Manage Substitutes: Reset Password. They are told by email.' },
  ],
  overall_admin: [
    { question: 'A new school', answer: 'Schools, Add School. From then on people can register there.' },
    { question: 'A school administrator waits', answer: 'Pending Approvals: approve them, or reject and close the account.' },
    { question: 'A school leaves', answer: 'Deactivate it to keep its data, or delete it with everything it holds.' },
  ],
};

/** Short answers to what people of this role ask most. */
export function SupportAnswers() {
  const { role, schools } = useSession();
  const school = schools[0]?.name;
  return (
    <div className="grid gap-3 text-label">
      <dl className="grid gap-3">
        {help[role].map(({ question, answer }) => (
          <div key={question}>
            <dt className="font-semibold text-ink">{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
      <p className="border-t border-line pt-3 text-meta text-ink-3">
        {role === 'overall_admin' || role === 'school_admin'
          ? 'Something else? Whoever runs this installation can help; tell them the version'
          : `Something else? Ask the office of ${school ?? 'your school'}; the version they may want to know is`}{' '}
        {version}.
      </p>
    </div>
  );
}
