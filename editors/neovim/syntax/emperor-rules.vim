" Written by: python -m tests.editor_grammars
if exists("b:current_syntax")
  finish
endif

syntax match emperorRulesStructure0 /^\%(action\|circumstance\|clause\|contradiction\|difference\|fact\|given\|option\|phrasing\|role\|scenario\|sort\|term\|text\|topic\|value\)\>/
highlight default link emperorRulesStructure0 Structure
syntax match emperorRulesStatement1 /^ \{1,3}\%(also\|alternatives\|answer\|ask\|asked\|asks\|best\|between\|builtin\|clauses\|closed\|compared\|default\|defined\|drawn\|elsewhere\|en\|ends\|essential\|formerly\|from\|given\|gone\|ignores\|in\|includes\|it\|language\|leaves\|leaving\|left\|letter\|letters\|means\|negative\|note\|noun\|number\|numbered\|of\|on\|one\|open\|options\|part\|player\|players\|plural\|premise\|present\|redundant\|requirement\|roles\|said\|seated\|seats\|see\|short\|since\|situation\|slot\|source\|summarises\|symbol\|team\|title\|translates\|until\|usually\|varies\|where\|with\)\>/
highlight default link emperorRulesStatement1 Statement
syntax match emperorRulesKeyword2 /\<\%(prohibitions beat permissions\|as the turn began\|to the right of\|does not arise\|to the left of\|are such that\|the number of\|at the start\|exactly when\|is left open\|is such that\|rounded down\|divided by\|other than\|rounded up\|is in use\|more than\|only when\|such that\|the first\|the least\|at least\|the only\|those of\|at most\|exactly\|require\|whether\|called\|option\|unless\|every\|minus\|times\|plus\|some\|that\|when\|now\|no\)\>/
highlight default link emperorRulesKeyword2 Keyword
syntax match emperorRulesOperator3 /\<\%(are less than\|are more than\|are at least\|is less than\|is more than\|are at most\|is at least\|is at most\|are not\|is not\|and\|are\|not\|is\|or\)\>/
highlight default link emperorRulesOperator3 Operator
syntax match emperorRulesConstant4 /\%(: \\)\@<=\%(contradicted\|invalid\|no\|silent\|yes\)\>/
highlight default link emperorRulesConstant4 Constant
syntax match emperorRulesNumber5 /\<\d\{4}-\d\d-\d\d\>/
highlight default link emperorRulesNumber5 Number
syntax match emperorRulesIdentifier6 /\<[A-Z]\d\{1,2}\>/
highlight default link emperorRulesIdentifier6 Identifier
syntax region emperorRulesString start=/"/ end=/"/
syntax match emperorRulesComment /#.*$/
highlight default link emperorRulesString String
highlight default link emperorRulesComment Comment

let b:current_syntax = "emperor-rules"
