-- The columns of statements that are remembered were partly guessed. They are recognised, proved or chosen anew.
update bank_account set statement_mapping = null;
