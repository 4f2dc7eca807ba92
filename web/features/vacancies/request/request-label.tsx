/** Shows the label of the button that requests a vacancy, and a line that says whether it books the reader at once. */
export function RequestLabel({ booksFirst }: { booksFirst: boolean }) {
  if (!booksFirst) return 'Request Position';
  return (
    <span className="grid py-1.5 leading-tight">
      Request Position <span className="text-caption font-medium">You’re booked right away</span>
    </span>
  );
}
